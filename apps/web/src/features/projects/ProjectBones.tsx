import { Bone, BoneText } from '../../ui/States.tsx'
import './ProjectBones.css'

/** The page of a project before it has come: every part where it will stand. */
export function ProjectBones() {
  return (
    <div className="split split--rail project-bones">
      <div className="form set">
        <SetterBones />
        <SetterBones />
      </div>
      <div className="body">
        <Bone tall />
        <span className="bone bone--part" />
        <BoneText />
        <Bone tall />
        <BoneText />
      </div>
      <div className="rest">
        <Bone short />
        <Bone />
        <Bone short />
      </div>
    </div>
  )
}

function SetterBones() {
  return (
    <div className="setter field">
      <Bone short />
      <Bone tall />
      <Bone tall />
    </div>
  )
}

/** Rows as high as those that come. */
export function ProjectRowBones() {
  return ['a', 'b', 'c', 'd', 'e'].map((key) => (
    <li key={key} className="row row-bones">
      <div className="span">
        <Bone />
        <Bone short />
      </div>
      <Bone />
      <Bone />
      <Bone />
      <div className="row__acts">
        <Bone />
      </div>
    </li>
  ))
}
