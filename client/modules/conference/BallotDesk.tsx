import { type ConferenceUnitRow, conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { answersOf, type VoteSheetRow, voteQuestionsOf, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { useAtomValue } from 'jotai';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dataOf, request } from '../../kit/http/api.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { TextInput } from '../../kit/ui/TextInput.tsx';
import { useSubmit } from '../../kit/ui/useSubmit.ts';
import { styleClass } from '../../theme/classes.ts';
import { useExact } from './exact.ts';

/** A receipt stands so long on a device that many use. */
const CLEARS_MS = 20_000;

type Voter = ConferenceUnitRow & { id: string };

const formClass = styleClass({
  display: 'grid',
  gap: '3',
  '& fieldset': { display: 'grid', gap: '2', borderWidth: '1px', borderColor: 'border', borderRadius: 'md', p: '3' },
  '& label': { display: 'flex', gap: '2', alignItems: 'center', minH: 'target' },
  '& code': { overflowWrap: 'anywhere' },
  '& [role=alert]': { color: 'bad.fg' },
});

/** 32 bytes of this device, which forgets them with the ballot. */
const nonceOf = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map(byte => byte.toString(16).padStart(2, '0')).join('');

/** Votes that are cast on a device of the building: the unit shows its pass, chooses, and sees its receipt; then the screen is clear again. */
export function BallotDesk({ id }: { id: string }) {
  const { t } = useTranslation(voteSheet.name);
  const exact = useExact();
  const entry = useAtomValue(useMemo(() => recordAtom(voteSheet.name, id), [id]));
  const sheet = dataOf<Partial<VoteSheetRow> & { questions?: unknown; conferenceId?: string }>(entry?.row);
  const { busy, error, run } = useSubmit();
  const [code, setCode] = useState('');
  const [voters, setVoters] = useState<readonly Voter[]>([]);
  const [receipt, setReceipt] = useState('');
  const [voter] = voters;
  // The next one in the queue sees nothing of whoever voted before.
  useEffect(() => {
    if (!receipt || voter) return;
    const timer = setTimeout(() => setReceipt(''), CLEARS_MS);
    return () => clearTimeout(timer);
  }, [receipt, voter]);
  const find = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      setReceipt('');
      const query = { conferenceId: String(sheet?.conferenceId), code: code.trim() };
      const { data } = await request<Voter[]>('GET', `${conferenceUnit.path}/find`, { ...scopeNow(), query });
      setVoters(data);
    });
  };
  const cast = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const answers = voteQuestionsOf({ ...sheet }).map((_, n) => Number(form.get(`q${n}`)));
    void run(async () => {
      const body = { answers, nonce: nonceOf(), conferenceUnitId: voter?.id };
      const { data } = await request<{ receipt: string }>('POST', `${voteSheet.path}/${id}/ballot`, {
        ...scopeNow(),
        body,
      });
      setReceipt(data.receipt);
      setVoters(before => before.slice(1));
      setCode('');
    });
  };
  if (entry?.row?.status !== 'OPEN')
    return (
      <DetailBody>
        <p>{t('ballot.closed')}</p>
      </DetailBody>
    );
  return (
    <DetailBody>
      <div className={formClass()}>
        {!voter && (
          <form onSubmit={find} className={formClass()}>
            <Field label={t('ballot.find')}>
              <TextInput value={code} autoComplete="off" onChange={event => setCode(event.target.value)} />
            </Field>
            <Button type="submit" busy={busy}>
              {t('ballot.next')}
            </Button>
          </form>
        )}
        {voter && (
          <form key={voter.id} onSubmit={cast} className={formClass()}>
            <strong>
              <RefName to="unit" id={String(voter.unitId)} /> · {t('ballot.weight', { weight: exact(voter.weight) })}
            </strong>
            {voteQuestionsOf({ ...sheet }).map((question, n) => (
              <fieldset key={question.text}>
                <legend>
                  {n + 1}. {question.text}
                </legend>
                {answersOf(question).map((answer, at) => (
                  <label key={answer}>
                    <input type="radio" name={`q${n}`} value={at + 1} required />
                    {answer}
                  </label>
                ))}
              </fieldset>
            ))}
            <Button type="submit" look="filled" busy={busy}>
              {t('ballot.cast')}
            </Button>
            <Button onClick={() => setVoters([])}>{t('ballot.clear')}</Button>
          </form>
        )}
        {error && <p role="alert">{error}</p>}
        {receipt && (
          <p aria-live="polite">
            {t('ballot.receipt')} <code>{receipt}</code>
          </p>
        )}
      </div>
    </DetailBody>
  );
}
