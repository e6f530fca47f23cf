import { type ConferenceRow, conference } from '@lobby/shared/modules/conference.ts';
import { Check, Circle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../../kit/base/matches.ts';
import { dataOf } from '../../../kit/http/api.ts';
import { styleClass } from '../../../theme/classes.ts';
import { useInvitations } from './Invited.tsx';

const stepsClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: '3',
  rowGap: '1',
  listStyle: 'none',
  m: '0',
  p: '0',
  textStyle: 'sm',
  color: 'fg.muted',
  '& li': { display: 'inline-flex', alignItems: 'center', gap: '1' },
  '& svg': { w: '14px', h: '14px' },
  '& [data-done]': { color: 'done.fg' },
  '& [aria-current]': { color: 'fg', fontWeight: 'semibold' },
});

type Known = Partial<ConferenceRow> & { invitedAt?: string | null };

/** Progress of a meeting: approved, published, invited, opened, ended. */
export function Steps({ row }: { row: RecordOf<typeof conference> }) {
  const { t } = useTranslation(conference.name);
  const { status, shown, invitedAt, phase } = dataOf<Known & { status?: string }>(row);
  const over = status === 'ENDED';
  const sent = useInvitations(invitedAt && !over ? row.id : null);
  // Not done while invitations are held back until morning.
  const inviting = !over && (sent?.ways.some(({ waiting }) => waiting > 0) ?? false);
  const done = {
    approved: status !== 'PENDING_APPROVAL',
    shown: shown === true,
    invited: Boolean(invitedAt) && !inviting,
    meeting: phase === 'MEETING' || over,
    ended: over,
  };
  const steps = Object.entries(done);
  const next = steps.find(([, is]) => !is)?.[0];
  return (
    <ol className={stepsClass()} aria-label={t('steps.title')}>
      {steps.map(([name, is]) => (
        <li key={name} data-done={is || undefined} aria-current={name === next ? 'step' : undefined}>
          {is ? <Check aria-hidden /> : <Circle aria-hidden />}
          {t(`steps.${name === 'invited' && inviting ? 'inviting' : name}`)}
        </li>
      ))}
    </ol>
  );
}
