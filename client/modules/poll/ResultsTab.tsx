import { type PollRow, poll } from '@lobby/shared/modules/poll.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dataOf } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { styleClass } from '../../theme/classes.ts';
import { standingOf } from './standing.ts';

const barsClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  gap: '4',
  listStyle: 'none',
  m: '0',
  p: '0',
  '& p': { display: 'flex', justifyContent: 'space-between', gap: '3' },
  '& progress': { w: 'full', h: '2', accentColor: 'var(--colors-accent)' },
});

/** How the votes of a poll stand, live. */
export function ResultsTab({ id }: { id: string }) {
  const { t } = useTranslation('poll');
  const { number } = useFormats();
  const entry = useAtomValue(useMemo(() => recordAtom(poll.name, id), [id]));
  const row = { ...dataOf<PollRow>(entry?.row), status: entry?.row?.status };
  const { voted = 0, entitled = 0 } = row;
  const { hidden, lines } = standingOf(row);
  return (
    <DetailBody>
      <p>{t('votes', { count: voted })}</p>
      {entitled > 0 && <p>{t('of', { entitled: number(entitled), share: Math.round((100 * voted) / entitled) })}</p>}
      {hidden && <p>{t('hidden')}</p>}
      <ul className={barsClass()}>
        {(hidden ? [] : lines).map(({ answer, votes, share }) => {
          return (
            <li key={answer}>
              <p>
                <span>{answer}</span>
                <strong>
                  {number(votes)} · {Math.round(share * 100)}%
                </strong>
              </p>
              <progress aria-label={answer} max={1} value={share} />
            </li>
          );
        })}
      </ul>
    </DetailBody>
  );
}
