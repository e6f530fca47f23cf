export { loadResult } from './result/profit-and-loss.ts';
