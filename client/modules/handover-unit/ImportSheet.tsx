export { ImportSheet } from '../../kit/ui/import/ImportSheet.tsx';
