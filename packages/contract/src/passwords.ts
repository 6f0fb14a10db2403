import * as Type from 'typebox'
import { Email, Password, StrictObject, Token } from './common.ts'
import { endpoint } from './endpoint.ts'
import { AnyPassword, DeviceId, LoginChallenge, SignedIn, WantedPath } from './login.ts'
import { Profile } from './profile.ts'

export const forgotPassword = endpoint({
  method: 'POST',
  url: '/auth/forgot-password',
  config: { access: 'anyone', whenBlank: 'Please enter your email.' },
  schema: {
    summary: 'Mail a link to choose a new password; the response does not reveal whether there is an account',
    body: StrictObject({ email: Email, path: Type.Optional(WantedPath) }),
    response: { 202: Type.Object({ message: Type.String() }) },
  },
})

export const resetPassword = endpoint({
  method: 'POST',
  url: '/auth/reset-password',
  config: { access: 'anyone', whenBlank: 'Please enter a new password.' },
  schema: {
    summary: 'Choose a new password by a mailed link, once; every other session ends',
    body: StrictObject({ token: Token, password: Password, deviceId: Type.Optional(DeviceId) }),
    response: { 200: SignedIn, 202: LoginChallenge },
  },
})

export const changePassword = endpoint({
  method: 'PUT',
  url: '/auth/password',
  config: { access: 'freelancer', sensitive: 'own-password', whenBlank: 'All fields are required.' },
  schema: {
    summary: 'Change your password; every other session ends',
    body: StrictObject({ currentPassword: AnyPassword, newPassword: Password }),
    response: { 200: Profile },
  },
})
