import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { addDays, DAY_MS, dayOf } from '@lobby/shared/kit/dates.ts';
import type { worksCalendar } from '@lobby/shared/modules/construction-registration.contract.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { Hammer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { zoneNow } from '../../kit/base/zone.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { StepBar } from '../../kit/ui/layout/StepBar.tsx';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { entryStyle } from '../../kit/ui/marks/entryStyle.ts';
import { EmptyState } from '../../kit/ui/states/EmptyState.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { today } from '../../kit/ui/today.ts';
import { styleClass } from '../../theme/classes.ts';

type Bar = AnswerOf<typeof worksCalendar>['rows'][number];
const DAYS = 28;
/** Offsets of the first day of each week. */
const WEEKS = [0, 7, 14, 21];

const areaClass = styleClass({ flex: '1', minH: '0', overflow: 'auto', px: '4', pb: '4' });
const barsClass = styleClass({
  minW: '720px',
  mb: '4',
  '& > h2': { textStyle: 'sm', fontWeight: 'medium', py: '2', color: 'fg.muted' },
  '& > div': {
    display: 'grid',
    gridTemplateColumns: `repeat(${DAYS}, minmax(0, 1fr))`,
    gap: '1px',
    py: '0.5',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  '& > div[aria-hidden]': {
    textStyle: 'xs',
    color: 'fg.muted',
    fontFamily: 'figures',
    '& > span': { gridColumn: 'span 7', borderInlineStartWidth: '1px', borderColor: 'border', ps: '1' },
  },
  '& a': {
    ...entryStyle,
    minH: 'target',
    display: 'flex',
    alignItems: 'center',
    px: '2',
    textStyle: 'xs',
    minW: '0',
  },
});

/** Works of four weeks as bars, by block and floor. */
export function Bars() {
  const { t } = useTranslation(constructionRegistration.name);
  const { day: dayWords } = useFormats();
  const [from, setFrom] = useState(today());
  const to = addDays(from, DAYS - 1);
  const { data } = useContract<typeof worksCalendar>('/construction-registration/calendar', {
    follow: constructionRegistration.code,
    query: { from, to },
  });
  const blocks = Map.groupBy(data?.rows ?? [], row => row.blockId ?? '');
  return (
    <>
      <StepBar
        before={t('bars.previous')}
        after={t('bars.next')}
        onBefore={() => setFrom(addDays(from, -DAYS))}
        onAfter={() => setFrom(addDays(from, DAYS))}
        said={`${dayWords(from)} – ${dayWords(to)}`}
      >
        {from !== today() && (
          <Button size="sm" look="outline" onClick={() => setFrom(today())}>
            {t('bars.today')}
          </Button>
        )}
      </StepBar>
      {!data ? (
        <PartSkeleton />
      ) : blocks.size === 0 ? (
        <EmptyState icon={Hammer} title={t('bars.none')} />
      ) : (
        <div className={areaClass()}>
          {[...blocks].map(([blockId, rows]) => (
            <section key={blockId} className={barsClass()}>
              <h2>{blockId && <RefName to="block" id={blockId} />}</h2>
              <div aria-hidden>
                {WEEKS.map(week => (
                  <span key={week}>{dayWords(addDays(from, week)).slice(0, 5)}</span>
                ))}
              </div>
              {rows.map(row => (
                <WorksBar key={row.id} row={row} from={from} />
              ))}
            </section>
          ))}
        </div>
      )}
    </>
  );
}

function WorksBar({ row, from }: { row: Bar; from: string }) {
  const column = (instant: string) =>
    Math.min(DAYS - 1, Math.max(0, (Date.parse(dayOf(new Date(instant), zoneNow())) - Date.parse(from)) / DAY_MS));
  const [first, last] = [column(row.expectedStartAt), column(row.expectedEndAt)];
  return (
    <div>
      <Link
        to={`?id=${row.id}&tab=all`}
        style={{ gridColumn: `${first + 1} / ${last + 2}` }}
        data-tone={row.late || row.stopped ? 'bad' : constructionRegistration.statuses[row.status].tone}
      >
        <span className="cut">
          <RefName to="unit" id={row.unitId} /> · {row.contractorName ?? row.content}
        </span>
      </Link>
    </div>
  );
}
