export { UnitInvoicesTab } from './InvoiceLinks.tsx';
