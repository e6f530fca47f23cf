export { ApprovalRules } from './ApprovalRules.tsx';
export { SecondPerson } from './SecondPerson.tsx';
export { WaitingStrip } from './WaitingStrip.tsx';
