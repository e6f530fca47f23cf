export { Message } from './Message.tsx';
