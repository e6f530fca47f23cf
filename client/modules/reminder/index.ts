export { RemindersPart } from './RemindersPart.tsx';
export { RulesPart, StopsPart } from './RulesParts.tsx';
