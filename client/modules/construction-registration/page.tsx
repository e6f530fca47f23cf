import {
  type ConstructionRegistrationRow,
  constructionRegistration,
} from '@lobby/shared/modules/construction-registration.ts';
import type { Row } from '../../kit/base/matches.ts';
import { dataOf } from '../../kit/http/api.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { FormRecordsPage } from '../approval-flow/index.ts';

const FORM = pairedForm(
  [
    ...['unitId', 'residentId', 'registrantName', 'registrantRole', 'contractorName', 'contractorPhone'],
    ...['startDate', 'endDate', 'deposit'],
  ],
  ['content', 'workers', 'regulationAgreed', 'residentNote', 'managementNote', 'attachments', 'acceptanceFiles'],
);
const WIDTHS = { code: 144, unitId: 96, content: 260, contractorName: 180, startDate: 108, endDate: 108, deposit: 120 };
const HIDDEN = ['residentId', 'registrantName', 'stopped', 'startedAt', 'completedAt', 'createdAt'];
const SHAPES = {
  calendar: { field: 'startDate', line: (row: Row) => dataOf<ConstructionRegistrationRow>(row).contractorName },
};

/** Works in units: their approval, deposit and end. */
export function Component() {
  return (
    <FormRecordsPage
      definition={constructionRegistration}
      widths={WIDTHS}
      hidden={HIDDEN}
      form={FORM}
      shapes={SHAPES}
    />
  );
}
