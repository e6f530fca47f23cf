import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { hallState, makeHallLink, revokeHallLink } from '@lobby/shared/modules/conference.contract.ts';
import { CONFERENCE, conference } from '@lobby/shared/modules/conference.ts';
import { HALL_PAGES, type HallPage } from '@lobby/shared/modules/conference-hall.ts';
import { voteQuestionsOf, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { Copy, ExternalLink, Link2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { callContract } from '../../../kit/http/contract.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useContract } from '../../../kit/live/useContract.ts';
import { useDetail, useRows } from '../../../kit/live/useRows.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { useShortcuts } from '../../../kit/ui/keyboard.ts';
import { QrCode } from '../../../kit/ui/qr/QrCode.tsx';
import { ErrorState } from '../../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { QuorumBars } from '../attendance/QuorumBars.tsx';
import { useTurnout } from '../attendance/turnout.ts';
import { useExact } from './exact.ts';

type Run = AnswerOf<typeof hallState>;

const OF_VOTE: readonly HallPage[] = ['QUESTION', 'TURNOUT', 'RESULT'];

const screenClass = styleClass({
  position: 'fixed',
  inset: '0',
  zIndex: 'drawer',
  bg: 'bg',
  overflowY: 'auto',
  p: { base: '3', md: '5' },
  display: 'grid',
  gap: '5',
  alignContent: 'start',
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' },
  '& h1': { textStyle: 'lg', fontWeight: 'semibold', flex: '1 1 160px' },
  '& h2': { textStyle: 'sm', fontWeight: 'semibold' },
  '& [role=alert]': { color: 'bad.fg' },
});
const bodyClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', lg: '3fr 2fr' },
  gap: '6',
  alignItems: 'start',
  '& > div': { display: 'grid', gap: '6' },
  '& section': { display: 'grid', gap: '3' },
  '& [data-fields]': { display: 'grid', gap: '3', gridTemplateColumns: { base: '1fr', md: '2fr 1fr' } },
  '& [data-row]': { display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'center' },
  '& ul': { listStyle: 'none', m: '0', p: '0', display: 'grid', gap: '2' },
  '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: '2' },
  '& code': { overflowWrap: 'anywhere', textStyle: 'sm' },
  '& svg[role=img]': { w: '180px', maxW: 'full', h: 'auto', mt: '2' },
});
const stripClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: 'repeat(2, 1fr)', md: 'repeat(5, 1fr)' },
  gap: '2',
  '& button': { minH: '64px', whiteSpace: 'normal' },
});

/** Controls the hall screen: page, vote and question, speaker, and links that open it. */
export function Hall({ id }: { id: string }) {
  const { t } = useTranslation(conference.name);
  const navigate = useNavigate();
  const { data, error, again } = useContract<typeof hallState>('/conference/:id/hall', {
    params: { id },
    follow: CONFERENCE,
    delay: 200,
  });
  useTurnout(data?.turnout?.open ?? false, again);
  return (
    <section className={screenClass()} aria-label={t('hall.title')}>
      <header>
        <h1>
          {t('hall.title')}
          {data && ` · ${data.title}`}
        </h1>
        <Button look="ghost" icon={X} onClick={() => void navigate(`../conference?tab=all&id=${id}`)}>
          {t('hall.close')}
        </Button>
      </header>
      {error && !data && <ErrorState title={error.message} onRetry={() => void again()} />}
      {!data && !error && <SkeletonRows />}
      {data && <Control id={id} run={data} onSent={() => void again()} />}
    </section>
  );
}

function Control({ id, run, onSent }: { id: string; run: Run; onSent: () => void }) {
  const { t } = useTranslation(conference.name);
  const mayAct = useCan(conference.code, 'updateStatus');
  const { busy, error, code, run: submit } = useSubmit();
  const sheets =
    useRows(voteSheet, {
      follow: CONFERENCE,
      filter: { conferenceId: { in: [id] } },
      sort: 'displayOrder',
      limit: 20,
    }).data ?? [];
  const usable = sheets.filter(({ status }) => status !== 'CANCELLED');
  const [chosen, setChosen] = useState(run.sheetId ?? '');
  const sheet = usable.find(item => item.id === chosen) ?? usable.find(item => item.status === 'OPEN') ?? usable[0];
  const [question, setQuestion] = useState(run.questionNo);
  const [speaker, setSpeaker] = useState(run.speaker ?? '');
  const whole = useDetail(voteSheet, sheet?.id, { follow: CONFERENCE }).data;
  const questions = voteQuestionsOf({ ...whole });
  const n = Math.min(Math.max(1, question), Math.max(1, questions.length));
  const fits = (page: HallPage) =>
    !OF_VOTE.includes(page) || (sheet !== undefined && (page !== 'RESULT' || sheet.status === 'COUNTED'));
  const send = (page: HallPage, no = n) => {
    if (!mayAct || !fits(page)) return;
    void submit(async () => {
      const ofVote = OF_VOTE.includes(page) && sheet ? { sheetId: sheet.id, question: no } : {};
      const body = { page, speaker: speaker.trim() || null, ...ofVote };
      await request('PUT', `${conference.path}/${id}/hall`, { ...scopeNow(), body });
      onSent();
    });
  };
  // The next question of the vote, otherwise the next page with content.
  const next = () => {
    if ((run.page === 'QUESTION' || run.page === 'RESULT') && n < questions.length) {
      setQuestion(n + 1);
      return send(run.page, n + 1);
    }
    const at = HALL_PAGES.indexOf(run.page);
    const page = [...HALL_PAGES.slice(at + 1), ...HALL_PAGES.slice(0, at)].find(fits);
    if (page) send(page);
  };
  useShortcuts('global', {}, [
    ...HALL_PAGES.map((page, at) => ({
      keys: String(at + 1),
      words: t(`hall.pages.${page}`),
      run: () => send(page),
    })),
    // Presenter remotes send PgDn.
    { keys: 'Space, PgDn', words: t('hall.next'), run: next },
  ]);
  return (
    <>
      <Refused error={error} code={code} />
      <div className={stripClass()}>
        {HALL_PAGES.map((page, at) => (
          <Button
            key={page}
            size="lg"
            look={run.page === page ? 'filled' : 'outline'}
            aria-pressed={run.page === page}
            disabled={!mayAct || busy || !fits(page)}
            keys={String(at + 1)}
            onClick={() => send(page)}
          >
            {t(`hall.pages.${page}`)}
          </Button>
        ))}
      </div>
      <div className={bodyClass()}>
        <div>
          <section>
            <h2>{t('hall.what')}</h2>
            <div data-fields="">
              <Field label={t('hall.vote')}>
                <Select
                  value={sheet?.id ?? ''}
                  disabled={usable.length === 0}
                  choices={usable.map(item => ({ value: item.id, label: item.title }))}
                  onChange={event => {
                    setChosen(event.target.value);
                    setQuestion(1);
                  }}
                />
              </Field>
              <Field label={t('hall.question')}>
                <Select
                  value={String(n)}
                  disabled={questions.length === 0}
                  choices={questions.map((item, at) => ({ value: String(at + 1), label: `${at + 1}. ${item.text}` }))}
                  onChange={event => setQuestion(Number(event.target.value))}
                />
              </Field>
            </div>
            <Field label={t('hall.speaker')}>
              <TextInput value={speaker} maxLength={100} onChange={event => setSpeaker(event.target.value)} />
            </Field>
            <div data-row="">
              <Button look="filled" busy={busy} disabled={!mayAct} onClick={() => send(run.page)}>
                {t('hall.send')}
              </Button>
              <Button busy={busy} disabled={!mayAct} keys="Space" onClick={next}>
                {t('hall.next')}
              </Button>
            </div>
          </section>
          <Now run={run} />
        </div>
        <div>
          <QuorumBars of={{ ...run.quorum, at: run.at }} />
          {mayAct && <Links id={id} links={run.links} onDone={onSent} />}
        </div>
      </div>
    </>
  );
}

/** Describes what the hall screen shows. */
function Now({ run }: { run: Run }) {
  const { t } = useTranslation(conference.name);
  const { number } = useFormats();
  const exact = useExact();
  const { page, question, turnout, speaker } = run;
  return (
    <section aria-live="polite">
      <h2>{t('hall.now')}</h2>
      <p>
        <strong>{t(`hall.pages.${page}`)}</strong>
        {question && ` · ${question.sheet} · ${question.n}. ${question.text}`}
      </p>
      {turnout && (
        <p>
          {t('hall.turnout', {
            cast: number(turnout.cast.heads),
            of: number(turnout.of.heads),
            weight: exact(turnout.cast.weight),
            ofWeight: exact(turnout.of.weight),
          })}
        </p>
      )}
      {speaker && <p>{t('hall.speaks', { name: speaker })}</p>}
    </section>
  );
}

/** Links that open the hall screen without sign-in. Each is shown once and can be revoked. */
function Links({ id, links, onDone }: { id: string; links: Run['links']; onDone: () => void }) {
  const { t } = useTranslation(conference.name);
  const { dateTime } = useFormats();
  const { busy, error, code, run } = useSubmit();
  const [made, setMade] = useState('');
  const make = () =>
    run(async () => {
      const { data } = await callContract<typeof makeHallLink>('PUT', '/conference/:id/hall-link', {
        ...scopeNow(),
        params: { id },
        body: {},
      });
      setMade(`${location.origin}${data.path}`);
      onDone();
    });
  const revoke = (linkId: string) =>
    run(async () => {
      await callContract<typeof revokeHallLink>('PUT', '/conference/:id/revoke-hall-link', {
        ...scopeNow(),
        params: { id },
        body: { linkId },
      });
      setMade('');
      onDone();
    });
  const copy = () =>
    void navigator.clipboard.writeText(made).then(() => toast({ tone: 'done', title: t('hall.copied') }));
  return (
    <section>
      <h2>{t('hall.links')}</h2>
      <p>{t('hall.linksHelp')}</p>
      <Refused error={error} code={code} />
      <div data-row="">
        <Button icon={Link2} busy={busy} onClick={() => void make()}>
          {t('hall.makeLink')}
        </Button>
      </div>
      {made && (
        <div>
          <code>{made}</code>
          <div data-row="">
            <Button icon={Copy} onClick={copy}>
              {t('hall.copy')}
            </Button>
            <Button icon={ExternalLink} onClick={() => window.open(made, '_blank', 'noopener')}>
              {t('hall.open')}
            </Button>
          </div>
          <QrCode text={made} label={t('hall.links')} />
        </div>
      )}
      <ul>
        {links.map(({ id: linkId, madeBy, madeAt, revokedAt }) => (
          <li key={linkId}>
            <span>{t('hall.madeBy', { name: madeBy, at: dateTime(madeAt) })}</span>
            {revokedAt ? (
              <small>{t('hall.revoked', { at: dateTime(revokedAt) })}</small>
            ) : (
              <Button size="sm" tone="bad" busy={busy} onClick={() => void revoke(linkId)}>
                {t('hall.revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
