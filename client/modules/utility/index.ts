export { PolicyBands } from './PolicyBands.tsx';
