import type { ballotReceipts, ownVotes, sendBallot } from '@lobby/shared/modules/vote-sheet.contract.ts';
import { answersOf, type VoteQuestion, type voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { type FormEvent, useRef, useState } from 'react';
import type { Refused } from '../../data/api.ts';
import { callContract, useContract } from '../../data/contract.ts';
import { useConnected } from '../../data/live.ts';
import { type SeenRow, useDetail, useRows } from '../../data/rows.ts';
import { Refusal, Tag } from '../../parts/parts.tsx';
import { t, votes } from '../../words.ts';

interface Sheet {
  id: string;
  title: string;
  status: string;
  who: 'PRESENT' | 'ALL';
  secret: boolean;
  questions: VoteQuestion[];
}
export interface Voter {
  id: string;
  /** Name of its unit; empty if there is only one. */
  unit: string;
  weight: number;
  checkIn: string;
}

const FOLLOWED = ['CONFERENCE'];
/** The opening of a vote arrives as a notification. */
const TOLD = [...FOLLOWED, 'NOTIFICATION'];
const keyOf = (sheetId: string, rowId: string) => `vote-receipt ${sheetId} ${rowId}`;

/** A random 32-byte nonce that only this device knows. */
const nonceOf = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map(byte => byte.toString(16).padStart(2, '0')).join('');

/** Votes of a meeting: open ones, for each unit that the user represents, and whether their ballots were counted. */
export function MeetingVotes({ meetingId, voters }: { meetingId: string; voters: readonly Voter[] }) {
  const sheets =
    useRows<typeof voteSheet>('/vote-sheet', { filter: { conferenceId: { in: [meetingId] } } }, TOLD).data ?? [];
  if (sheets.length === 0 || voters.length === 0) return null;
  return (
    <section className="stack votes">
      <h3>{t('votes.title')}</h3>
      {sheets.map(sheet => (
        <OneSheet key={sheet.id} sheet={sheet} voters={voters} />
      ))}
    </section>
  );
}

function OneSheet({ sheet, voters }: { sheet: SeenRow<typeof voteSheet>; voters: readonly Voter[] }) {
  const whole = useDetail<typeof voteSheet>('/vote-sheet', sheet.id, FOLLOWED).data;
  const mine = useContract<typeof ownVotes>('/vote-sheet/:id/mine', { params: { id: sheet.id } }, FOLLOWED);
  // A closed vote without ballots of these units is not shown.
  if (sheet.status === 'COUNTED' && !mine.data?.some(({ cast }) => cast)) return null;
  return (
    <article className="stack">
      <p>
        <strong>{sheet.title}</strong> <Tag status={sheet.status} />
      </p>
      {whole &&
        voters.map((voter, at) => {
          const mark = mine.data?.find(entry => entry.conferenceUnitId === voter.id);
          if (mark?.channel === 'PAPER')
            return (
              <p key={voter.id} className="notice">
                {voter.unit} {t('votes.paper')}
              </p>
            );
          // An open ballot can be changed until the vote is closed.
          const mayChange = sheet.secret === false && sheet.status === 'OPEN';
          if (mark?.cast && !mayChange) return <Receipt key={voter.id} sheet={sheet} voter={voter} />;
          return sheet.status === 'OPEN' ? (
            <BallotForm
              key={voter.id}
              sheet={whole}
              voter={voter}
              others={voters
                .slice(at + 1)
                .filter(row => sheet.who === 'ALL' || row.checkIn === 'CHECKED_IN')
                .filter(row => !mine.data?.find(mark => mark.conferenceUnitId === row.id)?.cast)}
              onCast={mine.again}
            />
          ) : null;
        })}
    </article>
  );
}

const Offline = () => (
  <p className="notice" data-tone="warn">
    {t('votes.offline')}
  </p>
);

/** Receipt of a ballot: proves that it was counted, without revealing its content. */
function Receipt({ sheet, voter }: { sheet: SeenRow<typeof voteSheet>; voter: Voter }) {
  const receipt = localStorage.getItem(keyOf(sheet.id, voter.id));
  const counted = sheet.status === 'COUNTED';
  const all = useContract<typeof ballotReceipts>(
    '/vote-sheet/:id/receipts',
    counted && receipt && { params: { id: sheet.id } },
  ).data;
  return (
    <div>
      <p className="notice">
        {voter.unit} {t('votes.cast')}
      </p>
      {receipt && <small style={{ overflowWrap: 'anywhere' }}>{t('votes.receipt', { receipt })}</small>}
      {counted && !receipt && <p className="muted">{t('votes.elsewhere')}</p>}
      {receipt && !counted && <p className="muted">{t('votes.uncounted')}</p>}
      {all && receipt && <p>{t(all.includes(receipt) ? 'votes.counted' : 'votes.missing')}</p>}
    </div>
  );
}

interface BallotProps {
  sheet: Sheet;
  voter: Voter;
  /** Further units that the user represents and that have not voted. */
  others: readonly Voter[];
  onCast: () => void;
}

function BallotForm({ sheet, voter, others, onCast }: BallotProps) {
  const on = useConnected();
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<readonly (number | null)[]>(() => sheet.questions.map(() => null));
  const [forAll, setForAll] = useState(false);
  /** Shows a summary before sending, because ballots are final. */
  const [looking, setLooking] = useState(false);
  const [lacking, setLacking] = useState(false);
  // Each unit has its own ballot, weight and receipt; its nonce stays the same for retries.
  const nonces = useRef(new Map<string, string>());
  const all = forAll ? [voter, ...others] : [voter];
  const cast = async (unit: Voter) => {
    const nonce = nonces.current.get(unit.id) ?? nonceOf();
    nonces.current.set(unit.id, nonce);
    const { receipt } = await callContract<typeof sendBallot>('POST', '/vote-sheet/:id/ballot', {
      params: { id: sheet.id },
      // All are chosen before they are looked at.
      body: { answers: chosen.filter(choice => choice !== null), nonce, conferenceUnitId: unit.id },
    });
    // Only the hash is stored; the nonce is lost with this page.
    localStorage.setItem(keyOf(sheet.id, unit.id), receipt);
  };
  const look = (event: FormEvent) => {
    event.preventDefault();
    const whole = chosen.every(choice => choice !== null);
    setLacking(!whole);
    setLooking(whole);
  };
  const send = () => {
    setBusy(true);
    void (async () => {
      for (const unit of all) await cast(unit);
    })()
      .catch(setRefused)
      .finally(() => {
        setBusy(false);
        setLooking(false);
        onCast();
      });
  };
  // Tells participants who have not checked in before they fill in the ballot.
  if (sheet.who === 'PRESENT' && voter.checkIn !== 'CHECKED_IN')
    return <p className="notice">{t('votes.notPresent', { unit: voter.unit })}</p>;
  if (looking)
    return (
      <div className="stack">
        <p>
          <strong>{t('votes.summary')}</strong> · {voter.unit}{' '}
          {t('votes.weight', { weight: votes(all.reduce((sum, home) => sum + home.weight * 100, 0) / 100) })}
        </p>
        <dl className="facts">
          {sheet.questions.map((question, n) => (
            <div key={question.text}>
              <dt>
                {n + 1}. {question.text}
              </dt>
              <dd>
                <strong>{answersOf(question)[(chosen[n] ?? 0) - 1]}</strong>
              </dd>
            </div>
          ))}
        </dl>
        {all.length > 1 && <p>{t('votes.sameForAll', { units: all.length })}</p>}
        {sheet.secret === false && <p className="notice">{t('votes.open')}</p>}
        {!on && <Offline />}
        <button type="button" className="main" disabled={busy || !on} onClick={send}>
          {t('votes.send')}
        </button>
        <button type="button" className="quiet" disabled={busy} onClick={() => setLooking(false)}>
          {t('votes.change')}
        </button>
      </div>
    );
  return (
    <form onSubmit={look} noValidate className="stack">
      <p>
        {voter.unit} <strong>{t('votes.weight', { weight: votes(voter.weight) })}</strong>
      </p>
      {sheet.secret === false && <p className="notice">{t('votes.open')}</p>}
      {sheet.questions.map((question, n) => (
        <fieldset key={question.text} className="choices">
          <legend>
            {n + 1}. {question.text}
          </legend>
          {answersOf(question).map((answer, at) => (
            <label key={answer} className="check">
              <input
                type="radio"
                name={`q${n}`}
                checked={chosen[n] === at + 1}
                onChange={() => setChosen(before => before.map((choice, k) => (k === n ? at + 1 : choice)))}
              />
              <span>{answer}</span>
            </label>
          ))}
          {lacking && chosen[n] === null && (
            <span className="error" role="alert">
              {t('votes.choose')}
            </span>
          )}
        </fieldset>
      ))}
      {others.length > 0 && (
        <label className="check">
          <input type="checkbox" checked={forAll} onChange={event => setForAll(event.target.checked)} />
          <span>{t('votes.sameForAll', { units: others.length + 1 })}</span>
        </label>
      )}
      {!on && <Offline />}
      <Refusal refused={refused} />
      <button type="submit" className="main">
        {t('votes.look')}
      </button>
    </form>
  );
}
