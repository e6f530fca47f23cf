import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { Counted } from '@lobby/shared/kit/statistic-terms.ts';
import type { countedBy, statisticsOffered } from '@lobby/shared/modules/statistics.contract.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../kit/live/useContract.ts';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { AddChip, Chip } from '../../kit/ui/marks/Chip.tsx';
import { Popover } from '../../kit/ui/overlay/Popover.tsx';
import { styleClass } from '../../theme/classes.ts';

const barClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  flex: 'none',
  px: '4',
  pb: '3',
});
const formClass = styleClass({ display: 'grid', gap: '2', minW: '220px' });

type Offered = AnswerOf<typeof statisticsOffered>[number];
type Figure = Offered['figures'][number];

interface FilterChipsProps {
  noun: string;
  figure: Figure;
  period: { from: string; to: string };
  /** Conditions in words; null while loading. */
  filters: Counted['filters'] | null;
  onChange: (field: string, values: readonly string[]) => void;
}

/** Conditions of a figure as chips, and one to add another. */
export function FilterChips({ noun, figure, period, filters, onChange }: FilterChipsProps) {
  const { t } = useTranslation('statistics');
  const [open, setOpen] = useState(false);
  const [field, setField] = useState('');
  const chosen = filters ?? [];
  const left = figure.splits.filter(
    ({ key }) => figure.filters.includes(key) && (key === field || !chosen.some(filter => filter.key === key)),
  );
  const { data } = useContract<typeof countedBy>(
    '/statistics/:noun',
    open && field !== '' && { params: { noun }, query: { figure: figure.key, by: 'year', ...period, split: [field] } },
  );
  const values = data?.columns.filter(({ key }) => key !== '' && key !== 'other') ?? [];
  if (left.length === 0 && chosen.length === 0) return null;
  const edit = (key: string) => {
    setField(key);
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    setField('');
  };
  return (
    <div className={barClass()} data-asks="">
      {chosen.map(filter => (
        <Chip
          key={filter.key}
          label={filter.label}
          value={filter.values.join(', ')}
          onClick={() => edit(filter.key)}
          onRemove={() => onChange(filter.key, [])}
        />
      ))}
      {left.length > 0 && (
        <Popover
          label={t('addFilter')}
          open={open}
          onOpenChange={is => (is ? setOpen(true) : close())}
          trigger={<AddChip>{t('addFilter')}</AddChip>}
        >
          <div className={formClass()}>
            <Select
              aria-label={t('filterBy')}
              value={field}
              choices={[{ value: '', label: t('filterBy') }, ...left.map(({ key, label }) => ({ value: key, label }))]}
              onChange={event => setField(event.target.value)}
            />
            {field && data && (
              <Select
                aria-label={t('filterValue')}
                value=""
                choices={[
                  { value: '', label: t(values.length > 0 ? 'filterValue' : 'noValues') },
                  ...values.map(({ key, label }) => ({ value: key, label })),
                ]}
                onChange={event => {
                  if (event.target.value) onChange(field, [event.target.value]);
                  close();
                }}
              />
            )}
          </div>
        </Popover>
      )}
    </div>
  );
}
