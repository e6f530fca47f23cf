import { useAtomValue } from 'jotai';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Call } from '../../kit/http/api.ts';
import { request } from '../../kit/http/api.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { meAtom } from '../../kit/session/session.ts';
import { FigureTable } from '../../kit/ui/figures/FigureTable.tsx';
import { PaneSkeleton } from './PaneSkeleton.tsx';
import { paneClass } from './parts.ts';
import { type Figure, type Figures, useSayFigure, useStats } from './useFigures.tsx';

const EVERY_MS = 300_000;
/** Maximum number of buildings loaded. */
const MOST = 12;
const COLUMNS = 5;

/** Height of a row of the table. */
const ROW = 37;

interface Building {
  id: string;
  name: string;
  /** Null if the server had no time to count them. */
  figures: readonly Figure[] | null;
}

const nameOf = ({ entity, key }: Figure) => `${entity ?? ''}-${key}`;

/** Figures of all buildings of a user with several. */
export function Buildings() {
  const { t } = useTranslation('home');
  const id = useId();
  const me = useAtomValue(meAtom);
  const projects = (me?.employees ?? []).slice(0, MOST);
  const read = async (path: string, call: Call): Promise<Building[]> =>
    Promise.all(
      projects.map(async ({ projectId, projectName }) => {
        const answer = request<Figures>('GET', path, { ...call, projectId });
        const figures = await answer.then(({ data }) => data.figures).catch(() => null);
        return { id: projectId, name: projectName, figures };
      }),
    );
  const several = projects.length > 1;
  const { data, loading } = useQuery<Building[]>(several ? '/home/figures' : null, {
    query: { trade: 'manager' },
    read,
    every: EVERY_MS,
  });
  const columns = [
    ...new Map(
      (data ?? []).flatMap(building => (building.figures ?? []).map(figure => [nameOf(figure), figure])),
    ).values(),
  ].slice(0, COLUMNS);
  const say = useSayFigure(true);
  const heads = useStats('', columns);
  if (several && !data && loading) return <PaneSkeleton title={t('buildings')} rows={projects.length + 1} row={ROW} />;
  if (!data || columns.length === 0) return null;
  const missing = ({ figures }: Building) =>
    figures === null ? t('buildingLate') : figures.length === 0 ? t('buildingNone') : null;
  return (
    <section className={paneClass()} aria-labelledby={id}>
      <h2 id={id}>
        {t('buildings')}
        <small>{data.length}</small>
      </h2>
      <FigureTable<Building>
        label={t('buildings')}
        cards
        rows={data}
        keyOf={building => building.id}
        columns={[
          {
            key: 'name',
            label: t('building'),
            cell: building => (
              <>
                <Link to={`/projects/${building.id}`}>{building.name}</Link>
                {missing(building) && <small> · {missing(building)}</small>}
              </>
            ),
          },
          ...columns.map((figure, n) => ({
            key: nameOf(figure),
            label: heads[n]?.label ?? '',
            figure: true,
            cell: (building: Building) => {
              const shown = building.figures?.find(other => nameOf(other) === nameOf(figure));
              return shown ? say(shown.kind, shown.value) : '–';
            },
          })),
        ]}
      />
    </section>
  );
}
