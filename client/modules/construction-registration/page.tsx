import {
  type ConstructionRegistrationRow,
  constructionRegistration,
} from '@lobby/shared/modules/construction-registration.ts';
import type { Row } from '../../kit/base/matches.ts';
import { dataOf } from '../../kit/http/api.ts';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { FormRecordsPage } from '../approval-flow/index.ts';
import { DepositStrip } from '../deposit/index.ts';

const FORM = pairedForm(
  [
    ...['unitId', 'residentId', 'workType', 'depositAmount', 'expectedStartAt', 'expectedEndAt'],
    ...['partnerId', 'contractorName', 'contractorContact', 'contractorPhone', 'noisy', 'hotWork'],
  ],
  ['content', 'workers', 'attachments', 'regulationAgreed', 'residentNote', 'managementNote', 'acceptanceFiles'],
);
const WIDTHS = {
  ...{ code: 144, unitId: 96, workType: 120, content: 240, contractorName: 180, workerCount: 88 },
  ...{ expectedStartAt: 160, expectedEndAt: 160, depositAmount: 120, depositStatus: 128 },
};
const HIDDEN = [
  ...['residentId', 'registrantRole', 'stopped', 'late', 'noisy', 'hotWork', 'actualStartAt', 'acceptanceAt'],
  ...['actualEndAt', 'stepName', 'createdAt'],
];

function Line({ row }: { row: Partial<ConstructionRegistrationRow> }) {
  return (
    <>
      <RefName to="unit" id={String(row.unitId)} /> · {row.contractorName ?? row.content}
    </>
  );
}

const SHAPES = {
  calendar: {
    field: 'expectedStartAt',
    line: (row: Row) => <Line row={dataOf<ConstructionRegistrationRow>(row)} />,
  },
};

const DETAIL = { meta: (row: Row) => <DepositStrip row={row} /> };

/** Works in units: their approval, deposit and end. */
export function Component() {
  return (
    <FormRecordsPage
      definition={constructionRegistration}
      widths={WIDTHS}
      hidden={HIDDEN}
      form={FORM}
      shapes={SHAPES}
      detail={DETAIL}
    />
  );
}
