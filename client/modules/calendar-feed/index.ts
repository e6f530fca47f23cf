export { FeedsPart } from './FeedsPart.tsx';
