import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every path of the product, under the area that guards it. */
export default [
  layout('areas/PublicArea.tsx', [
    route('welcome', 'features/marketing/WelcomePage.tsx'),
    route('features', 'features/marketing/FeaturesPage.tsx'),
    route('pricing', 'features/marketing/PricingPage.tsx'),
    route('FAQ', 'features/marketing/FaqPage.tsx'),
    route('support', 'features/support/SupportPage.tsx'),
    route('privacy', 'features/marketing/PrivacyPage.tsx'),
    route('terms', 'features/marketing/TermsPage.tsx'),
  ]),

  layout('areas/EntryArea.tsx', [
    route('login', 'features/accounts/LoginPage.tsx'),
    route('register', 'features/accounts/RegisterPage.tsx'),
    route('forgot-password', 'features/accounts/ForgotPasswordPage.tsx'),
    route('reset-password', 'features/accounts/ResetPasswordPage.tsx'),
    route('confirm-email', 'features/accounts/ConfirmEmailPage.tsx'),
    route('confirm-new-email', 'features/accounts/ConfirmNewEmailPage.tsx'),
    route('undo-email', 'features/accounts/UndoEmailChangePage.tsx'),
    route('invitation', 'features/accounts/InvitationPage.tsx'),
    route('client-login', 'features/clients/ClientLoginPage.tsx'),
    route('chat-mail', 'features/activity/UnsubscribeFromChatPage.tsx'),
    route('unsubscribe', 'features/activity/UnsubscribePage.tsx'),
    route('email-settings', 'features/activity/EmailSettingsPage.tsx'),
    route('verify', 'features/receipts/VerifyPage.tsx'),
    route('billing-cancelled', 'features/billing/BillingCancelledPage.tsx'),
  ]),

  layout('areas/BillingArea.tsx', [
    route('billing-success', 'features/billing/BillingSuccessPage.tsx'),
    route('cancel-subscription', 'features/billing/CancelSubscriptionPage.tsx'),
  ]),

  layout('areas/FreelancerArea.tsx', [
    index('features/dashboard/DashboardPage.tsx'),
    route('projects', 'features/project-pages/ProjectsPage.tsx'),
    layout('features/project-pages/ProjectPage.tsx', [
      route('projects/:id', 'features/project-pages/ProjectWork.tsx'),
      route('projects/:id/requests', 'features/requests/RequestsPage.tsx'),
      route('projects/:id/activity', 'features/activity/ProjectActivity.tsx'),
    ]),
    route('projects/:id/files', 'features/project-files/FilesPage.tsx'),
    route('requests', 'features/requests/RequestsOverviewPage.tsx'),
    route('clients', 'features/client-pages/ClientsPage.tsx'),
    route('clients/:id', 'features/client-pages/ClientPage.tsx'),
    route('files/:id', 'features/viewer/FilePage.tsx'),
    route('receipts/:id', 'features/reviews/ReceiptPage.tsx'),
    route('reviews/:id', 'features/reviews/ReviewGroupPage.tsx'),
    route('chat', 'features/chat/ChatPage.tsx'),
    route('bin', 'features/bin/BinPage.tsx'),
    route('notifications', 'features/activity/NotificationsPage.tsx'),
    route('search', 'features/search/SearchPage.tsx'),
    route('settings', 'features/settings/SettingsPage.tsx'),
    route('settings/members', 'features/members/MembersPage.tsx'),
    route('settings/brand', 'features/brand/BrandPage.tsx'),
    route('settings/notifications', 'features/activity/NotificationSettingsPage.tsx'),
    route('settings/security', 'features/accounts/SecurityPage.tsx'),
    route('settings/security/log', 'features/audit/SecurityLogPage.tsx'),
    route('help', 'features/support/AccountSupportPage.tsx'),
  ]),

  layout('areas/ClientArea.tsx', [
    route('client-dashboard', 'features/project-pages/ClientProjectsPage.tsx'),
    route('client-dashboard/projects/:id', 'features/project-pages/ClientProjectPage.tsx'),
    route('client-dashboard/projects/:id/requests', 'features/project-pages/ClientRequestsPage.tsx'),
    route('client-dashboard/projects/:id/files', 'features/project-files/FilesPage.tsx', {
      id: 'client-project-files',
    }),
    route('client-dashboard/projects/:id/activity', 'features/activity/ClientActivityPage.tsx'),
    route('client-dashboard/files/:id', 'features/viewer/FilePage.tsx', { id: 'client-file' }),
    route('client-dashboard/receipts/:id', 'features/reviews/ReceiptPage.tsx', { id: 'client-receipt' }),
    route('client-dashboard/reviews/:id', 'features/reviews/ReviewGroupPage.tsx', { id: 'client-review' }),
    route('client-dashboard/notifications', 'features/activity/NotificationsPage.tsx', {
      id: 'client-notifications',
    }),
    route('client-dashboard/search', 'features/search/SearchPage.tsx', { id: 'client-search' }),
    route('client-dashboard/chat', 'features/chat/ClientChatPage.tsx'),
    route('client-dashboard/settings', 'features/settings/ClientSettingsPage.tsx'),
    route('client-dashboard/help', 'features/support/ClientSupportPage.tsx'),
    route('client-dashboard/*', 'areas/ClientNotFoundPage.tsx'),
  ]),

  route('*', 'areas/UnknownPage.tsx'),
] satisfies RouteConfig
