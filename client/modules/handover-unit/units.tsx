import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { Plus, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { columnsBut } from '../../kit/ui/list/columns.ts';
import { useExport } from '../../kit/ui/list/useExport.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { AddDialog } from './AddDialog.tsx';
import { DefectsTab, RoundsTab } from './RelatedTabs.tsx';

const FORM = pairedForm(
  [
    'unitId',
    'ownerId',
    'templateId',
    'contractNumber',
    'dueFrom',
    'dueTo',
    'receiverName',
    'receiverPhone',
    'receiverIdentifier',
  ],
  ['receiverFiles', 'attachments', 'note'],
);
const WIDTHS = { unitId: 120, ownerId: 190, obligation: 150, templateId: 160, status: 150 };
const HIDDEN = columnsBut(handoverUnit, [
  'unitId',
  'blockId',
  'unitType',
  'ownerId',
  'obligation',
  'templateId',
  'dueTo',
  'scheduleStatus',
  'scheduledAt',
  'employeeId',
  'handedOverOn',
  'openDefects',
  'status',
]);

/** The units that are handed over: who has paid, who is invited, how far each is. */
export function Component() {
  const { t } = useTranslation([handoverUnit.name, 'kit']);
  const may = useCan(HANDOVER, 'write');
  const [adding, setAdding] = useState(false);
  const { save } = useExport();
  const extraTabs = (id: string) => [
    { value: 'rounds', label: t('appointments'), content: <RoundsTab id={id} /> },
    { value: 'defects', label: t('defects'), content: <DefectsTab id={id} /> },
  ];
  const more = ({ id }: Row) => [
    {
      key: 'letter',
      label: t('letter.print'),
      icon: Printer,
      onSelect: () => save(`${handoverUnit.path}/letters?ids[]=${id}`, scopeNow()),
    },
  ];
  return (
    <>
      <RecordsPage
        definition={handoverUnit}
        widths={WIDTHS}
        hidden={HIDDEN}
        form={FORM}
        detail={{ more, extraTabs }}
        headExtras={
          may && (
            <Button icon={Plus} onClick={() => setAdding(true)}>
              {t('add.button')}
            </Button>
          )
        }
      />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  );
}
