import { shiftLog } from '@lobby/shared/modules/shift-log.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const FORM = pairedForm(['date', 'shift', 'post'], ['content', 'open', 'equipment', 'attachments']);
const WIDTHS = { code: 144, date: 108, shift: 96, employeeId: 160, content: 320, status: 132 };

export function Component() {
  return <RecordsPage definition={shiftLog} widths={WIDTHS} form={FORM} />;
}
