import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import type { handoverPlan } from '@lobby/shared/modules/handover-unit.contract.ts';
import { handoverUnit } from '@lobby/shared/modules/handover-unit.ts';
import { block } from '@lobby/shared/modules/unit.ts';
import { Key } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useOptions } from '../../../kit/live/useRows.ts';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { EmptyState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { FloorMap, MapLegend } from './FloorMap.tsx';

/** Delay of reloading after a change, in ms. */
const SOON_MS = 300;

const partClass = styleClass({
  flex: '1',
  minH: '0',
  overflow: 'auto',
  px: '4',
  pb: '4',
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '4', py: '3' },
  '& > header > :first-child': { w: { base: 'full', md: '240px' } },
  '& > header small': { color: 'fg.muted', ms: '1' },
});

/** Floor plan of a block with the handover status of its units. */
export function PlanPart() {
  const { t } = useTranslation(handoverUnit.name);
  const { idUnitGroup = '' } = useParams();
  const { number } = useFormats();
  const [params, setParams] = useSearchParams();
  const blockId = params.get('block') ?? '';
  const blocks = useOptions(block).data ?? [];
  const { data } = useContract<typeof handoverPlan>('/handover/unit/plan', {
    follow: HANDOVER,
    delay: SOON_MS,
    query: blockId ? { filter: { blockId: [blockId] } } : {},
  });
  if (!data) return <SkeletonRows />;
  const all = data.flatMap(({ units }) => units);
  const floors = data.map(({ units, ...of }) => ({
    ...of,
    units: units.map(({ id, ...rest }) => ({ ...rest, to: `/projects/${idUnitGroup}/${handoverUnit.opens}${id}` })),
  }));
  return (
    <div className={partClass()}>
      <header>
        <Field label={t('fields.blockId')}>
          <Select
            value={blockId}
            choices={[
              { value: '', label: t('plan.all') },
              ...blocks.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={event =>
              setParams(before => {
                const next = new URLSearchParams(before);
                if (event.target.value) next.set('block', event.target.value);
                else next.delete('block');
                return next;
              })
            }
          />
        </Field>
        <MapLegend count={status => <small>{number(all.filter(unit => unit.status === status).length)}</small>} />
      </header>
      {all.length === 0 ? <EmptyState icon={Key} title={t('empty.title')} /> : <FloorMap floors={floors} />}
    </div>
  );
}
