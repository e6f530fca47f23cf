export { MailMark } from './MailMark.tsx';
