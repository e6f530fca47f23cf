import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { type HandoverDefectRow, handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { dataOf } from '../../kit/http/api.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { useExport } from '../../kit/ui/list/useExport.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';

const PARTS: readonly (readonly [part: string, names: readonly string[], wide?: readonly string[]])[] = [
  ['where', ['unitId', 'roomId', 'itemId', 'roomText']],
  ['what', ['severity', 'foundOn', 'blocking'], ['description', 'imagesBefore']],
  ['repair', ['partnerId', 'employeeId', 'dueOn', 'repairCost'], ['reason']],
];

function DefectFields() {
  const { t } = useTranslation(handoverDefect.name);
  return PARTS.map(([part, names, wide]) => (
    <FormPart key={part} title={t(`parts.${part}`)}>
      <FieldPairs names={names} {...(wide && { wide })} />
    </FormPart>
  ));
}
const FORM = {
  size: 'wide' as const,
  fields: PARTS.flatMap(([, names, wide = []]) => [...names, ...wide]),
  children: <DefectFields />,
};
const WIDTHS = { code: 140, unitId: 110, roomText: 200, description: 260, partnerId: 160, dueOn: 110, status: 120 };
const HIDDEN = [
  'roomId',
  'itemId',
  'employeeId',
  'overdue',
  'phase',
  'category',
  'round',
  'scheduleId',
  'foundOn',
  'repairedOn',
  'confirmedOn',
  'confirmedBy',
  'rating',
  'warrantyUntil',
  'dueMoves',
  'rejectedAt',
  'blockId',
  'floorId',
  'createdAt',
];

function Card({ row }: { row: Partial<HandoverDefectRow> }) {
  return (
    <>
      <RefName to="unit" id={String(row.unitId)} /> · {row.roomText ?? row.description}
    </>
  );
}
const SHAPES = {
  board: {
    columns: ['NOT_REPAIRED', 'REPAIRED'],
    card: (row: Row) => <Card row={dataOf<HandoverDefectRow>(row)} />,
  },
};

/** The faults of flats: whose they are to repair, by when, and what somebody looked at again. */
export function Component() {
  const { t } = useTranslation(handoverDefect.name);
  const may = useCan(HANDOVER, 'read');
  const { save } = useExport();
  const more = (row: Row) => {
    const { partnerId } = dataOf<HandoverDefectRow>(row);
    if (!may || !partnerId) return [];
    const onSelect = () => save(`${handoverDefect.path}/list-for/${partnerId}`, scopeNow());
    return [{ key: 'list', label: t('paper.print'), icon: Printer, onSelect }];
  };
  const values = (row: Row) => {
    const { partnerId, employeeId, dueOn } = dataOf<HandoverDefectRow>(row);
    return { assign: { partnerId, employeeId }, 'move-due': { dueOn } };
  };
  return (
    <RecordsPage
      definition={handoverDefect}
      widths={WIDTHS}
      hidden={HIDDEN}
      form={FORM}
      shapes={SHAPES}
      detail={{ more, values }}
    />
  );
}
