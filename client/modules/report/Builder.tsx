import { chakra } from '@chakra-ui/react';
import { DATED, MEASURES, NUMBERS, type ReportSource, STEPS } from '@lobby/shared/modules/report.ts';
import { Plus, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../kit/ui/controls/TextInput.tsx';
import { canFilter, type Draft, removeAt, replaceAt } from './draft.ts';
import { FilterLines } from './FilterLines.tsx';
import { Line, select } from './lines.tsx';

interface BuilderProps {
  draft: Draft;
  sources: readonly ReportSource[];
  /** The source of a saved report cannot be changed. */
  fixed: boolean;
  onChange: (change: Partial<Draft>) => void;
}
const box = {
  display: 'flex',
  flexDirection: 'column',
  gap: '2',
  borderWidth: '0',
  p: '0',
  m: '0',
  minW: '0',
} as const;

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <chakra.fieldset {...box}>
      <chakra.legend textStyle="sm" fontWeight="semibold" mb="1">
        {label}
      </chakra.legend>
      {children}
    </chakra.fieldset>
  );
}

/** Editor of a report: source, columns, groups, totals, filters, order. */
export function Builder({ draft, sources, fixed, onChange }: BuilderProps) {
  const { t } = useTranslation('report');
  const [wanted, setWanted] = useState('');
  const fields = sources.find(({ source }) => source === draft.source)?.fields ?? [];
  const kindOf = (path: string) => fields.find(field => field.path === path)?.kind ?? '';
  const choices = (some = fields) => some.map(({ path, label }) => ({ value: path, label }));
  const words = (group: string, of: readonly string[]) =>
    of.map(value => ({ value, label: t(`options.${group}.${value}`) }));
  const filterable = fields.filter(canFilter);
  return (
    <chakra.div display="flex" flexDirection="column" gap="4">
      <Field label={t('fields.name')} required>
        <TextInput value={draft.name} maxLength={150} onChange={event => onChange({ name: event.target.value })} />
      </Field>
      <Field label={t('fields.folder')}>
        <TextInput value={draft.folder} maxLength={60} onChange={event => onChange({ folder: event.target.value })} />
      </Field>
      <Field label={t('fields.source')} required disabled={fixed}>
        <Select
          value={draft.source}
          placeholder={t('ui.choose')}
          choices={sources.map(({ source, label }) => ({ value: source, label }))}
          onChange={event => onChange({ source: event.target.value, columns: [], groups: [], filters: [], sort: '' })}
        />
      </Field>
      {fields.length > 0 && (
        <>
          <Part label={t('fields.columns')}>
            <TextInput
              icon={Search}
              aria-label={t('ui.search')}
              placeholder={t('ui.search')}
              value={wanted}
              onChange={event => setWanted(event.target.value)}
            />
            <chakra.div
              maxH="240px"
              overflowY="auto"
              display="grid"
              borderWidth="1px"
              borderColor="border"
              borderRadius="md"
              px="2"
            >
              {fields
                .filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()))
                .map(({ path, label }) => (
                  <Checkbox
                    key={path}
                    label={label}
                    checked={draft.columns.includes(path)}
                    onChange={event =>
                      onChange({
                        columns: event.target.checked
                          ? [...draft.columns, path]
                          : draft.columns.filter(column => column !== path),
                      })
                    }
                  />
                ))}
            </chakra.div>
          </Part>
          <Part label={t('fields.groups')}>
            {[0, 1, 2].slice(0, draft.groups.length + 1).map(n => {
              const { field = '', step = '' } = draft.groups[n] ?? {};
              return (
                <chakra.div key={n} display="flex" gap="1">
                  {select(
                    `${t('fields.groups')} ${n + 1}`,
                    field,
                    choices(),
                    value =>
                      onChange({
                        groups: value
                          ? [
                              ...draft.groups.slice(0, n),
                              { field: value, step: DATED.includes(kindOf(value)) ? 'MONTH' : '' },
                              ...draft.groups.slice(n + 1),
                            ]
                          : removeAt(draft.groups, n),
                      }),
                    t('ui.none'),
                  )}
                  {DATED.includes(kindOf(field)) &&
                    select(t('fields.step'), step, words('step', STEPS), value =>
                      onChange({ groups: replaceAt(draft.groups, n, { step: value }) }),
                    )}
                </chakra.div>
              );
            })}
          </Part>
          <Part label={t('fields.totals')}>
            {draft.totals.map(({ measure, field }, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
              <Line key={n} line={n} onRemove={() => onChange({ totals: removeAt(draft.totals, n) })}>
                {select(t('fields.measure'), measure, words('measure', MEASURES), value =>
                  onChange({ totals: replaceAt(draft.totals, n, { measure: value, field: '' }) }),
                )}
                {measure !== 'COUNT' &&
                  select(
                    t('fields.field'),
                    field,
                    choices(measure === 'DISTINCT' ? fields : fields.filter(({ kind }) => NUMBERS.includes(kind))),
                    value => onChange({ totals: replaceAt(draft.totals, n, { field: value }) }),
                    t('ui.noneTotal'),
                  )}
              </Line>
            ))}
            <Button
              size="sm"
              icon={Plus}
              onClick={() => onChange({ totals: [...draft.totals, { measure: 'COUNT', field: '' }] })}
            >
              {t('ui.addTotal')}
            </Button>
          </Part>
          <Part label={t('fields.filters')}>
            <FilterLines fields={filterable} filters={draft.filters} onChange={filters => onChange({ filters })} />
          </Part>
          <Part label={t('fields.sorts')}>
            {select(t('fields.sorts'), draft.sort, choices(), sort => onChange({ sort }), t('ui.unsorted'))}
            <Checkbox
              label={t('fields.descending')}
              checked={draft.descending}
              onChange={event => onChange({ descending: event.target.checked })}
            />
          </Part>
          <Field label={t('fields.limit')}>
            <TextInput
              type="number"
              min={1}
              max={100000}
              value={draft.limit}
              onChange={event => onChange({ limit: event.target.value })}
            />
          </Field>
        </>
      )}
    </chakra.div>
  );
}
