import { answersOf, type VoteQuestion } from '@lobby/shared/modules/vote-sheet.ts';
import { type FormEvent, useRef, useState } from 'react';
import { call, type Refused } from '../api.ts';
import { useConnected, useReading } from '../live.ts';
import { Refusal, Tag } from '../parts.tsx';
import { languageNow, t } from '../words.ts';

interface Sheet {
  id: string;
  title: string;
  status: string;
  questions: VoteQuestion[];
}
interface Mine {
  conferenceUnitId: string;
  cast: boolean;
  channel: 'ONLINE' | 'PAPER' | null;
}
interface Voter {
  id: string;
  weight: number;
}

const FOLLOWED = ['CONFERENCE'];
const keyOf = (sheetId: string, rowId: string) => `vote-receipt ${sheetId} ${rowId}`;

/** 32 bytes that this device alone knows. */
const nonceOf = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map(byte => byte.toString(16).padStart(2, '0')).join('');

/** The votes of a meeting: those that are open, for each unit that somebody stands for, and whether one's ballots were counted. */
export function MeetingVotes({ meetingId, voters }: { meetingId: string; voters: readonly Voter[] }) {
  const sheets = useReading<Sheet[]>(`/vote-sheet?filter[conferenceId][]=${meetingId}`, FOLLOWED).data ?? [];
  if (sheets.length === 0 || voters.length === 0) return null;
  return (
    <section className="stack">
      <h3>{t('votes.title')}</h3>
      {sheets.map(sheet => (
        <OneSheet key={sheet.id} sheet={sheet} voters={voters} />
      ))}
    </section>
  );
}

function OneSheet({ sheet, voters }: { sheet: Sheet; voters: readonly Voter[] }) {
  const whole = useReading<Sheet>(`/vote-sheet/${sheet.id}`, FOLLOWED).data;
  const mine = useReading<Mine[]>(`/vote-sheet/${sheet.id}/mine`, FOLLOWED);
  return (
    <article className="stack">
      <p>
        <strong>{sheet.title}</strong> <Tag status={sheet.status} />
      </p>
      {whole &&
        voters.map((voter, at) => {
          const mark = mine.data?.find(one => one.conferenceUnitId === voter.id);
          if (mark?.channel === 'PAPER') return <p key={voter.id}>{t('votes.paper')}</p>;
          if (mark?.cast) return <Receipt key={voter.id} sheet={sheet} rowId={voter.id} />;
          return sheet.status === 'OPEN' ? (
            <BallotForm
              key={voter.id}
              sheet={whole}
              voter={voter}
              others={voters
                .slice(at + 1)
                .filter(one => !mine.data?.find(mark => mark.conferenceUnitId === one.id)?.cast)}
              onCast={mine.again}
            />
          ) : null;
        })}
    </article>
  );
}

/** What was kept of one's ballot: proof that it was counted, not of what it says. */
function Receipt({ sheet, rowId }: { sheet: Sheet; rowId: string }) {
  const receipt = localStorage.getItem(keyOf(sheet.id, rowId));
  const counted = sheet.status === 'COUNTED';
  const all = useReading<string[]>(counted && receipt ? `/vote-sheet/${sheet.id}/receipts` : null).data;
  return (
    <div>
      <p className="notice">{t('votes.cast')}</p>
      {receipt && <small style={{ overflowWrap: 'anywhere' }}>{t('votes.receipt', { receipt })}</small>}
      {all && receipt && <p>{t(all.includes(receipt) ? 'votes.counted' : 'votes.missing')}</p>}
    </div>
  );
}

interface BallotProps {
  sheet: Sheet;
  voter: Voter;
  /** The units after this one that somebody stands for too and that have not voted. */
  others: readonly Voter[];
  onCast: () => void;
}

function BallotForm({ sheet, voter, others, onCast }: BallotProps) {
  const on = useConnected();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  // Each unit has a ballot, a weight and a receipt of its own; what was drawn for one stays while it is tried again.
  const nonces = useRef(new Map<string, string>());
  const cast = async (unit: Voter, answers: readonly number[]) => {
    const nonce = nonces.current.get(unit.id) ?? nonceOf();
    nonces.current.set(unit.id, nonce);
    const { receipt } = await call<{ receipt: string }>(`/vote-sheet/${sheet.id}/ballot`, {
      method: 'POST',
      body: { answers, nonce, conferenceUnitId: unit.id },
    });
    // The hash alone is kept: what was drawn for it is gone with this page.
    localStorage.setItem(keyOf(sheet.id, unit.id), receipt);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const answers = sheet.questions.map((_, n) => Number(form.get(`q${n}`)));
    const all = form.get('all') ? [voter, ...others] : [voter];
    setBusy(true);
    void (async () => {
      for (const unit of all) await cast(unit, answers);
    })()
      .catch(setRefused)
      .finally(() => {
        setBusy(false);
        onCast();
      });
  };
  return (
    <form onSubmit={submit} className="stack">
      <p>{t('votes.weight', { weight: new Intl.NumberFormat(languageNow()).format(voter.weight) })}</p>
      {sheet.questions.map((question, n) => (
        <fieldset key={question.text}>
          <legend>
            {n + 1}. {question.text}
          </legend>
          {answersOf(question).map((answer, at) => (
            <label key={answer} className="check">
              <input type="radio" name={`q${n}`} value={at + 1} required />
              <span>{answer}</span>
            </label>
          ))}
        </fieldset>
      ))}
      {others.length > 0 && (
        <label className="check">
          <input type="checkbox" name="all" value="1" />
          <span>{t('votes.sameForAll', { units: others.length + 1 })}</span>
        </label>
      )}
      {!on && <p className="notice">{t('votes.offline')}</p>}
      <Refusal refused={refused} />
      <button type="submit" className="main" disabled={busy || !on}>
        {t('votes.send')}
      </button>
    </form>
  );
}
