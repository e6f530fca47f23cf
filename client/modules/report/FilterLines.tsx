import { chakra } from '@chakra-ui/react';
import { DATED, NUMBERS, PERIODS, type ReportField } from '@lobby/shared/modules/report.ts';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { ManyCombobox } from '../../kit/ui/controls/Combobox.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { nameOf, useRefLoad, useRefs } from '../../kit/ui/form/inputs/choices/ref-options.ts';
import { type Draft, removeAt, replaceAt } from './draft.ts';
import { Line, select } from './lines.tsx';

type Filter = Draft['filters'][number];
interface LineProps {
  known: ReportField;
  filter: Filter;
  onChange: (change: Partial<Filter>) => void;
}
const listOf = (values: string) => values.split(',').filter(Boolean);

/** Filter by referenced records. */
function RefChoice({ known: { to, label }, filter: { values }, onChange }: LineProps) {
  const load = useRefLoad(to ?? '');
  const ids = listOf(values);
  const refs = useRefs(to ?? '', ids);
  return (
    <ManyCombobox
      load={load}
      aria-label={label}
      value={ids.map((id, n) => ({ value: id, label: nameOf(refs[n]) }))}
      onChange={options => onChange({ values: options.map(({ value }) => value).join(',') })}
    />
  );
}

/** Checkboxes for the values of a choice. */
function Choices({ known: { options }, filter: { values }, onChange }: LineProps) {
  const chosen = listOf(values);
  return (
    <chakra.div display="flex" flexWrap="wrap" columnGap="3">
      {options.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={chosen.includes(value)}
          onChange={event => {
            const now = event.target.checked ? [...chosen, value] : chosen.filter(other => other !== value);
            onChange({ values: now.join(',') });
          }}
        />
      ))}
    </chakra.div>
  );
}

/** Input for a filter by kind of field: records, choices, period, or range. */
function FilterValueInput(props: LineProps) {
  const { t } = useTranslation('report');
  const { known, filter, onChange } = props;
  if (known.to) return <RefChoice {...props} />;
  if (known.options.length > 0) return <Choices {...props} />;
  if (DATED.includes(known.kind)) {
    const periods = PERIODS.map(value => ({ value, label: t(`options.period.${value}`) }));
    return select(t('fields.period'), filter.period, periods, period => onChange({ period }), t('ui.anyTime'));
  }
  if (!NUMBERS.includes(known.kind)) return null;
  return (['from', 'to'] as const).map(end => (
    <TextInput
      key={end}
      type="number"
      aria-label={t(`fields.${end}`)}
      placeholder={t(`fields.${end}`)}
      value={filter[end]}
      onChange={event => onChange({ [end]: event.target.value })}
    />
  ));
}

interface FilterLinesProps {
  fields: readonly ReportField[];
  filters: readonly Filter[];
  onChange: (filters: Filter[]) => void;
}

export function FilterLines({ fields, filters, onChange }: FilterLinesProps) {
  const { t } = useTranslation('report');
  const empty = { values: '', from: '', to: '', period: '' };
  const choices = fields.map(({ path, label }) => ({ value: path, label }));
  return (
    <>
      {filters.map((filter, n) => {
        const column = fields.find(({ path }) => path === filter.field);
        const set = (change: Partial<Filter>) => onChange(replaceAt(filters, n, change));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
          <Line key={n} line={n} onRemove={() => onChange(removeAt(filters, n))}>
            {select(
              `${t('fields.filters')} ${n + 1}`,
              filter.field,
              choices,
              field => set({ field, ...empty }),
              t('ui.noFilter'),
            )}
            {column && <FilterValueInput known={column} filter={filter} onChange={set} />}
          </Line>
        );
      })}
      <Button size="sm" icon={Plus} onClick={() => onChange([...filters, { field: '', ...empty }])}>
        {t('ui.addFilter')}
      </Button>
    </>
  );
}
