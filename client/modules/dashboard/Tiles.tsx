import type { TileShown, TileValue } from '@lobby/shared/modules/dashboard.ts';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { tileClass } from './tile-class.ts';

/** A day may end, and a count may be of today: read again this often. */
const EVERY_MS = 60_000;

interface TilesProps {
  projectId: string;
  module: string;
  tiles: readonly TileShown[];
}

/** The numbers of one module, as they stand now; each leads to the list that shows the same, nothing of which there is none. */
export function Tiles({ projectId, module, tiles }: TilesProps) {
  const { t } = useTranslation(['dashboard', 'common']);
  const { number } = useFormats();
  const { data, error, again } = useQuery<TileValue[]>('/dashboard/tiles', {
    scope: { projectId },
    query: { keys: tiles.map(({ key }) => key) },
    follow: module,
    every: EVERY_MS,
  });
  return tiles.map(({ key, label, note, tone }) => {
    const found = data?.find(one => one.key === key);
    if (!found)
      return (
        <li key={key}>
          <div className={tileClass({ tone: 'none' })}>
            <span>
              <small className="cut">{note}</small>
              <span className="cut">{label}</span>
            </span>
            {error ? (
              <Button size="sm" icon={RotateCcw} onClick={() => void again()}>
                {t('failed')}
              </Button>
            ) : (
              <b>…</b>
            )}
          </div>
        </li>
      );
    if (found.value === 0) return null;
    return (
      <li key={key}>
        <Link className={tileClass({ tone })} to={`/projects/${projectId}/${found.link}`} data-tile={key}>
          <span>
            <small className="cut">{note}</small>
            <span className="cut">{label}</span>
          </span>
          <b>{number(found.value)}</b>
        </Link>
      </li>
    );
  });
}
