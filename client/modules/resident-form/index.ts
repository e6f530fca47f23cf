export { FormRecordsPage } from './FormRecordsPage.tsx';
