import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { FieldIn } from '@lobby/shared/kit/define-module.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import type { defectGroups } from '@lobby/shared/modules/handover-defect.contract.ts';
import { type HandoverDefectRow, handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { Footprints, Printer, Sheet, Wrench } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams, useSearchParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { type FigureColumn, FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { EmptyState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { ItemTexts } from './lines/ItemTexts.tsx';
import { PhotosTab } from './PhotosTab.tsx';
import { Walk } from './walk/Walk.tsx';

type Name = FieldIn<typeof handoverDefect>;
const PARTS: readonly (readonly [part: string, names: readonly Name[], wide?: readonly Name[]])[] = [
  ['where', ['unitId', 'roomId', 'itemId', 'roomText']],
  ['what', ['severity', 'foundOn', 'blocking'], ['description', 'imagesBefore']],
  ['repair', ['partnerId', 'employeeId', 'dueOn', 'repairCost'], ['reason']],
];

function DefectFields() {
  const { t } = useTranslation(handoverDefect.name);
  return PARTS.map(([part, names, wide]) => (
    <FormPart key={part} title={t(`parts.${part}`)}>
      <FieldPairs names={names} {...(wide && { wide })} />
      {part === 'what' && <ItemTexts />}
    </FormPart>
  ));
}
const FORM = {
  size: 'wide' as const,
  fields: PARTS.flatMap(([, names, wide = []]) => [...names, ...wide]),
  children: <DefectFields />,
};
const WIDTHS = { code: 124, unitId: 84, roomText: 150, description: 180, partnerId: 140, dueOn: 100, status: 112 };

function Card({ row }: { row: Partial<HandoverDefectRow> }) {
  return (
    <>
      <RefName to="unit" id={row.unitId} /> · {row.roomText ?? row.description}
    </>
  );
}
const SHAPES = {
  board: {
    columns: ['NOT_REPAIRED', 'REPAIRED'],
    card: (row: RecordOf<typeof handoverDefect>) => <Card row={row} />,
  },
};

/** Number of open defects by flat or partner, linked to their lists. */
function Groups() {
  const { t } = useTranslation(handoverDefect.name);
  const { idUnitGroup = '' } = useParams();
  const { number } = useFormats();
  const [by, setBy] = useState<'unit' | 'partner'>('unit');
  const { data } = useContract<typeof defectGroups>('/handover/unit-property-item-defect/groups', {
    follow: HANDOVER,
    query: { by },
  });
  const link = ({ key }: Group, more: string) =>
    `/projects/${idUnitGroup}/${handoverDefect.route}?tab=all&closed=false&${by === 'unit' ? 'unitId' : 'partnerId'}=${key ?? 'none'}${more}`;
  const counted = (name: 'open' | 'overdue' | 'blocking' | 'toConfirm', more: string): FigureColumn<Group> => ({
    key: name,
    label: t(`groups.${name}`),
    figure: true,
    cell: row => (row[name] > 0 ? <Link to={link(row, more)}>{number(row[name])}</Link> : number(0)),
  });
  return (
    <div className={groupsClass()}>
      <Field label={t('groups.label')}>
        <Select
          value={by}
          choices={(['unit', 'partner'] as const).map(value => ({ value, label: t(`groups.${value}`) }))}
          onChange={event => setBy(event.target.value === 'partner' ? 'partner' : 'unit')}
        />
      </Field>
      {!data && <SkeletonRows />}
      {data?.length === 0 && <EmptyState icon={Wrench} title={t('empty.title')} />}
      <FigureTable<Group>
        label={t('groups.tab')}
        rows={data}
        keyOf={({ key }) => key ?? ''}
        columns={[
          { key: 'name', label: t(`groups.${by}`), cell: ({ name }) => name ?? t('groups.none') },
          counted('open', ''),
          counted('overdue', '&overdue=true'),
          counted('blocking', '&blocking=true'),
          counted('toConfirm', '&status=REPAIRED'),
        ]}
      />
    </div>
  );
}
type Group = AnswerOf<typeof defectGroups>[number];
const groupsClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '3',
  flex: '1',
  minH: '0',
  overflow: 'auto',
  p: '4',
  '& > label, & > div:first-child': { maxW: '280px' },
});

/** Defects of flats. */
export function Component() {
  const { t } = useTranslation(handoverDefect.name);
  const [params, setParams] = useSearchParams();
  const may = useCan(HANDOVER, 'read');
  const acts = useCan(HANDOVER, 'updateStatus');
  const { save } = useExport();
  if (params.get('screen') === 'walk') return <Walk onBack={() => setParams({})} />;
  const more = (row: RecordOf<typeof handoverDefect>) => {
    const { partnerId } = row;
    if (!may || !partnerId) return [];
    const from = `${handoverDefect.path}/list-for/${partnerId}`;
    return [
      { key: 'list', label: t('paper.print'), icon: Printer, onSelect: () => save(from, scopeNow()) },
      { key: 'sheet', label: t('paper.sheet'), icon: Sheet, onSelect: () => save(`${from}?format=xlsx`, scopeNow()) },
    ];
  };
  const values = (row: RecordOf<typeof handoverDefect>) => {
    const { partnerId, employeeId, dueOn } = row;
    return { assign: { partnerId, employeeId }, 'move-due': { dueOn } };
  };
  const extraTabs = (id: string) => [{ value: 'photos', label: t('photos.tab'), content: <PhotosTab id={id} /> }];
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        {
          value: 'defects',
          label: t('parts.list'),
          content: (
            <RecordsPage
              definition={handoverDefect}
              widths={WIDTHS}
              form={FORM}
              shapes={SHAPES}
              detail={{ more, values, extraTabs }}
              headExtras={
                acts && (
                  <Button icon={Footprints} onClick={() => setParams({ screen: 'walk' })}>
                    {t('walk.button')}
                  </Button>
                )
              }
            />
          ),
        },
        { value: 'groups', label: t('groups.tab'), content: <Groups /> },
      ]}
    />
  );
}
