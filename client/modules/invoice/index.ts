export { UnitInvoicesTab } from './lists/InvoiceLinks.tsx';
