import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addMonths } from '@lobby/shared/kit/dates.ts';
import { COMPARED, type Counted, STATISTIC_STEPS } from '@lobby/shared/kit/statistic-terms.ts';
import type { statisticsOffered } from '@lobby/shared/modules/statistics.contract.ts';
import { ChartColumn, Download, Printer } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Field } from '../../kit/ui/controls/Field.tsx';
import { Segment } from '../../kit/ui/controls/Segment.tsx';
import { Select } from '../../kit/ui/controls/Select.tsx';
import { PeriodFields } from '../../kit/ui/form/inputs/dates/PeriodFields.tsx';
import { useShortcuts } from '../../kit/ui/keyboard.ts';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { ReportPage } from '../../kit/ui/pages/ReportPage.tsx';
import { Empty, ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { thisMonth, today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';
import { CountedFigure } from './CountedFigure.tsx';
import { FilterChips } from './FilterChips.tsx';
import { PeopleTable } from './PeopleTable.tsx';

type Noun = AnswerOf<typeof statisticsOffered>[number];

/** The table by person among the figures of the address. */
const PEOPLE = 'people';

/** On phones below title and tools. */
const partClass = styleClass({ w: { base: 'full', sm: 'auto' }, order: { base: '1', sm: '0' } });

/** First day of the month twelve months ago. */
const firstDay = () => `${addMonths(thisMonth(), -12)}-01`;

/** Statistics of the modules; the whole query is part of the address. */
export function Component() {
  const { t } = useTranslation(['statistics', 'modules']);
  const { day } = useFormats();
  const { idUnitGroup = '', noun: wanted } = useParams();
  const navigate = useNavigate();
  const [asked, setAsked] = useSearchParams();
  const { data: nouns, error: refused, again } = useContract<typeof statisticsOffered>('/statistics');
  const noun = nouns?.find(entry => entry.noun === wanted) ?? nouns?.[0];
  const figure = noun?.figures.find(entry => entry.key === asked.get('figure')) ?? noun?.figures[0];
  const byPeople = noun?.people === true && asked.get('figure') === PEOPLE;
  const splits = asked.getAll('split').filter(splitKey => figure?.splits.some(({ key }) => key === splitKey));
  const period = { from: asked.get('from') || firstDay(), to: asked.get('to') || today() };
  const by = asked.get('by') || 'month';
  const compare = asked.get('compare') ?? '';
  const compared = COMPARED.find(choice => choice === compare);
  const filter = Object.fromEntries(
    (figure?.filters ?? []).flatMap(name => {
      // A list may be filtered to one's own records, of which the past is unknown.
      const values =
        asked
          .get(name)
          ?.split(',')
          .filter(value => value && value !== 'me') ?? [];
      return values.length > 0 ? [[name, values]] : [];
    }),
  );
  const query = {
    figure: figure?.key ?? '',
    ...period,
    by,
    ...(compare && { compare }),
    split: splits,
    ...(Object.keys(filter).length > 0 && { filter }),
  };
  const path = noun ? `/statistics/${noun.noun}` : null;
  const counted = useQuery<Counted>(byPeople ? null : path, { query, follow: noun?.module ?? '', delay: 30_000 });
  const take = useExport();
  const peopleQuery = { ...period, ...(compared && { compare: compared }) };
  const save = () =>
    void take.save(byPeople ? `${path}/people/export` : `${path}/export`, {
      ...scopeNow(),
      query: byPeople ? peopleQuery : query,
    });
  const table = useRef<HTMLDivElement>(null);
  useShortcuts('list', {}, [
    { keys: 'b', words: t('table'), run: () => table.current?.querySelector('table')?.scrollIntoView() },
    ...(noun?.exports ? [{ keys: 'x', words: t('export'), run: save }] : []),
  ]);
  const put = (values: Record<string, string | readonly string[]>) => {
    const next = new URLSearchParams(asked);
    for (const [name, value] of Object.entries(values)) {
      next.delete(name);
      for (const entry of [value].flat()) if (entry) next.append(name, entry);
    }
    setAsked(next, { replace: true });
  };
  if (refused && !nouns) return <ErrorState title={refused.message} onRetry={() => void again()} />;
  if (!nouns) return <SkeletonRows />;
  if (!noun || !figure)
    return (
      <Empty icon={ChartColumn} title={t('nobody')}>
        {t('nobodyText')}
      </Empty>
    );
  const select = (
    label: string,
    value: string,
    choices: { value: string; label: string }[],
    onValue: (value: string) => void,
  ) => (
    <Field label={label}>
      <Select value={value} choices={choices} onChange={event => onValue(event.target.value)} />
    </Field>
  );
  const bySplit = (at: number) => [
    { value: '', label: t('whole') },
    ...figure.splits.filter(({ key }) => key !== splits[1 - at]).map(({ key, label }) => ({ value: key, label })),
  ];
  const name = (item: Noun) => {
    const several = nouns.filter(({ module }) => module === item.module).length > 1;
    return several ? t(`nouns.${item.noun}`) : t(`modules:${item.module}`);
  };
  return (
    <ReportPage
      title={t('title')}
      beside={
        noun.people && (
          <div className={partClass()}>
            <Segment
              label={t('title')}
              value={byPeople ? PEOPLE : 'time'}
              choices={[
                { value: 'time', label: t('overTime') },
                { value: PEOPLE, label: t('people') },
              ]}
              onChange={value => put({ figure: value === PEOPLE ? PEOPLE : '', split: [] })}
            />
          </div>
        )
      }
      actions={
        <>
          <Button data-tool="" icon={Printer} onClick={() => window.print()}>
            {t('print')}
          </Button>
          {noun.exports && (
            <Button data-tool="" icon={Download} busy={take.busy} onClick={save}>
              {t('export')}
            </Button>
          )}
        </>
      }
      asked={[
        name(noun),
        byPeople ? t('people') : figure.label,
        `${day(period.from)} – ${day(period.to)}`,
        ...(counted.data?.filters ?? []).map(chip => `${chip.label}: ${chip.values.join(', ')}`),
      ].join(' · ')}
      asks={
        <>
          {select(
            t('noun'),
            noun.noun,
            nouns.map(item => ({ value: item.noun, label: name(item) })),
            value => void navigate(`/projects/${idUnitGroup}/statistics/${value}`),
          )}
          {!byPeople &&
            select(
              t('figure'),
              figure.key,
              noun.figures.map(({ key, label }) => ({ value: key, label })),
              value => put({ figure: value, split: [] }),
            )}
          <PeriodFields {...period} onChange={days => put({ ...days })} />
          {!byPeople &&
            select(
              t('by'),
              by,
              STATISTIC_STEPS.map(value => ({ value, label: t(`steps.${value}`) })),
              value => put({ by: value }),
            )}
          {!byPeople &&
            figure.splits.length > 0 &&
            select(t('split'), splits[0] ?? '', bySplit(0), value =>
              put({ split: value ? [value, ...splits.slice(1)] : [] }),
            )}
          {!byPeople &&
            splits[0] &&
            figure.splits.length > 1 &&
            select(t('splitThen'), splits[1] ?? '', bySplit(1), value => put({ split: [splits[0] ?? '', value] }))}
          {select(
            t('compare'),
            compare,
            [{ value: '', label: t('alone') }, ...COMPARED.map(value => ({ value, label: t(`compared.${value}`) }))],
            value => put({ compare: value }),
          )}
        </>
      }
    >
      {byPeople ? (
        <PeopleTable
          noun={noun.noun}
          module={noun.module}
          label={t('people')}
          projectId={idUnitGroup}
          query={peopleQuery}
        />
      ) : (
        <>
          <FilterChips
            noun={noun.noun}
            figure={figure}
            period={period}
            filters={counted.data?.filters ?? null}
            onChange={(field, values) => put({ [field]: values.join(',') })}
          />
          {counted.error && !counted.data && (
            <ErrorState title={counted.error.message} onRetry={() => void counted.again()} />
          )}
          {!counted.data && !counted.error && <SkeletonRows />}
          {counted.data && (
            <div ref={table} style={{ display: 'contents' }}>
              <CountedFigure label={figure.label} counted={counted.data} projectId={idUnitGroup} />
            </div>
          )}
        </>
      )}
    </ReportPage>
  );
}
