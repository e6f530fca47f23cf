export { bankMoneyCame, takeLines } from './import.ts';
export { suggestion } from './matching.ts';
