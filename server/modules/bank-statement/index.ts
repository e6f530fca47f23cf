export { bankMoneyCame, takeLines } from './import.ts';
export { linkCollection as voucherLinkCollection } from './links.ts';
export { suggestion } from './matching.ts';
