export { Retention } from './Retention.tsx';
