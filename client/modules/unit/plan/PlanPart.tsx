import { chakra } from '@chakra-ui/react';
import { Building2 } from 'lucide-react';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { navAlong } from '../../../kit/ui/detail/drawer/nav.ts';
import { VisuallyHidden } from '../../../kit/ui/marks/VisuallyHidden.tsx';
import { Beside } from '../../../kit/ui/overlay/Drawer.tsx';
import { EmptyState, ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { STANDINGS, StandingStatus } from '../standing.tsx';
import { UnitDrawer } from '../UnitDrawer.tsx';
import { countsOf, levelsOf, orderOf } from './levels.ts';
import { PlanGrid } from './PlanGrid.tsx';
import { usePlan } from './usePlan.ts';

const ALL = 'all';

const barClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '4',
  rowGap: '2',
  flex: 'none',
  px: '4',
  py: '3',
  '& > label': { display: 'flex', alignItems: 'center', gap: '2', whiteSpace: 'nowrap', color: 'fg.muted' },
});
const legendClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  listStyle: 'none',
  m: '0',
  p: '0',
  '& > li': { display: 'inline-flex', alignItems: 'center', gap: '1' },
  '& small': { textStyle: 'xs', color: 'fg.muted' },
});

/** Plan of the building: floors as rows, units colored by status; a click opens a unit. */
export function PlanPart() {
  const { t } = useTranslation('unit');
  const { count } = useFormats();
  const { data: plan, error, again } = usePlan();
  const [params, setParams] = useSearchParams();
  const [blockField, byField] = [useId(), useId()];
  const by = STANDINGS.find(standing => standing === params.get('by')) ?? 'state';
  const param = params.get('block');
  const blockId =
    param === ALL ? null : (plan?.blocks.find(item => item.id === param)?.id ?? plan?.blocks[0]?.id ?? null);
  const levels = useMemo(() => (plan ? levelsOf(plan, blockId) : []), [plan, blockId]);
  const counts = useMemo(() => countsOf(levels, by), [levels, by]);
  const open = params.get('id');
  const put = (name: string, value: string | null) =>
    setParams(before => {
      const next = new URLSearchParams(before);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });
  if (error && !plan) return <ErrorState title={t('plan.failed')} onRetry={() => void again()} />;
  if (!plan) return <SkeletonRows />;
  const block = plan.blocks.find(item => item.id === blockId);
  const label = block ? t('plan.grid', { block: block.name }) : t('plan.allBlocks');
  return (
    <Beside drawer={open !== null && <Opened id={open} order={orderOf(levels)} onOpen={id => put('id', id)} />}>
      <chakra.div display="flex" flexDirection="column" flex="1" minH="0" minW="0">
        <h1>
          <VisuallyHidden>{t('plural')}</VisuallyHidden>
        </h1>
        <div className={barClass()}>
          <label htmlFor={blockField}>
            {t('plan.block')}
            <Select
              id={blockField}
              value={blockId ?? ALL}
              choices={[
                ...plan.blocks.map(item => ({ value: item.id, label: item.name })),
                { value: ALL, label: t('plan.allBlocks') },
              ]}
              onChange={event => put('block', event.target.value)}
            />
          </label>
          <label htmlFor={byField}>
            {t('plan.colour')}
            <Select
              id={byField}
              value={by}
              choices={STANDINGS.map(standing => ({ value: standing, label: t(`fields.${standing}`) }))}
              onChange={event => put('by', event.target.value === 'state' ? null : event.target.value)}
            />
          </label>
          <ul className={legendClass()} aria-label={t('plan.legend')}>
            {counts.map(([value, number]) => (
              <li key={value}>
                <StandingStatus standing={by} value={value} />
                <small>{count(number)}</small>
              </li>
            ))}
          </ul>
        </div>
        {levels.length === 0 ? (
          <EmptyState icon={Building2} title={t('plan.none')} />
        ) : (
          <PlanGrid
            key={blockId ?? ALL}
            label={label}
            levels={levels}
            by={by}
            open={open}
            onOpen={id => put('id', id)}
          />
        )}
      </chakra.div>
    </Beside>
  );
}

/** The open unit; previous and next follow the order of the plan. */
function Opened({ id, order, onOpen }: { id: string; order: readonly string[]; onOpen: (id: string | null) => void }) {
  return <UnitDrawer id={id} nav={navAlong(order, id, onOpen)} />;
}
