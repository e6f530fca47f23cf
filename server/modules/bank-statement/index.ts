export { onBankMoney, takeLines } from './import.ts';
