import type { homeToday } from '@lobby/shared/modules/home.contract.ts';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useClock } from '../../kit/http/clock.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { recordIcon } from '../../shell/palette/places.ts';
import { styleClass } from '../../theme/classes.ts';
import { PaneSkeleton } from './PaneSkeleton.tsx';
import { paneClass } from './parts.ts';
import { useRecordPlace } from './places.ts';

/** Polling interval. */
const EVERY_MS = 60_000;
/** Maximum number of events shown: the last one begun and the coming ones. */
const MOST = 8;

const eventClass = styleClass({
  display: 'grid',
  gridTemplateColumns: '44px 18px minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: '3',
  minH: '42px',
  px: '4',
  color: 'fg',
  textDecoration: 'none',
  _hover: { bg: 'bg.subtle' },
  '& > svg': { w: '18px', h: '18px', color: 'fg.muted' },
  '& > time': { fontFamily: 'figures', whiteSpace: 'nowrap' },
  '& > span': { minW: '0' },
  '& > span > b': { display: 'block', fontWeight: 'medium' },
  '& > span > small': { display: 'block', textStyle: 'xs', color: 'fg.subtle' },
  '&[data-past]': { color: 'fg.subtle', '& b': { fontWeight: 'normal' } },
});
const nowClass = styleClass({
  position: 'relative',
  h: '0',
  mx: '4',
  borderTopWidth: '2px',
  borderColor: 'bad.solid',
  '& > span': {
    position: 'absolute',
    insetInlineEnd: '0',
    top: '-9px',
    ps: '1.5',
    bg: 'bg',
    textStyle: 'xs',
    fontWeight: 'medium',
    color: 'bad.fg',
  },
});

/** Events of today with a line at the current time; hidden if there are none. */
export function Today({ projectId }: { projectId: string }) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const { data, loading } = useContract<typeof homeToday>('/home/today', { scope: { projectId }, every: EVERY_MS });
  const { t } = useTranslation(['home', ...new Set((data ?? []).map(({ entity }) => entity))]);
  const { time } = useFormats();
  const place = useRecordPlace(projectId);
  const minute = useClock(now => Math.floor(now / 60_000));
  if (!data && loading) return <PaneSkeleton title={t('home:calendar')} rows={4} />;
  if (!data || data.length === 0) return null;
  const begun = data.filter(event => Date.parse(event.at) <= minute * 60_000).length;
  const from = isWhole ? 0 : Math.max(0, Math.min(begun - 2, data.length - MOST));
  const shown = isWhole ? data : data.slice(from, from + MOST);
  return (
    <section className={paneClass()} aria-labelledby={id}>
      <h2 id={id}>
        {t('calendar')}
        <small>{t('planned', { count: data.length })}</small>
        {shown.length < data.length && (
          <button type="button" onClick={() => setWhole(true)}>
            {t('seeAll')}
          </button>
        )}
      </h2>
      <ol>
        {shown.map((event, n) => {
          const Icon = recordIcon(event.entity);
          const past = from + n < begun;
          const named = event.code !== null;
          return (
            <li key={`${event.entity} ${event.id}`}>
              {from + n === begun && <Now at={time(minute * 60_000)} />}
              <Link
                to={place(event.entity, event.id) ?? '.'}
                className={eventClass()}
                data-past={past ? '' : undefined}
              >
                <time dateTime={event.at}>{time(event.at)}</time>
                <Icon aria-hidden />
                <span>
                  <b className="cut">{named ? event.title : event.note || t(`${event.entity}:name`)}</b>
                  <small className="cut">
                    {[named ? event.note : '', named || event.note ? t(`${event.entity}:name`) : '']
                      .filter(Boolean)
                      .join(' · ')}
                  </small>
                </span>
              </Link>
              {from + n === data.length - 1 && begun === data.length && <Now at={time(minute * 60_000)} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const Now = ({ at }: { at: string }) => (
  <div className={nowClass()} aria-hidden>
    <span>{at}</span>
  </div>
);
