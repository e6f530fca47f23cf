import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { meetingMinutes } from '@lobby/shared/modules/conference.contract.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { FEWEST_WITNESSES, SIGNED_FILES } from '@lobby/shared/modules/conference-minutes.ts';
import { folder } from '@lobby/shared/modules/folder.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/base/toast.ts';
import { request } from '../../../kit/http/api.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { usePresent } from '../../../kit/live/presence.ts';
import { useOptions } from '../../../kit/live/useRows.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Checkbox } from '../../../kit/ui/controls/Checkbox.tsx';
import { Field } from '../../../kit/ui/controls/Field.tsx';
import { Select } from '../../../kit/ui/controls/Select.tsx';
import { TextArea } from '../../../kit/ui/controls/TextArea.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { useTyping } from '../../../kit/ui/detail/typing.ts';
import { FormContext } from '../../../kit/ui/form/form-context.ts';
import { FieldInputs } from '../../../kit/ui/form/inputs/FieldInputs.tsx';
import { useFieldsForm } from '../../../kit/ui/form/useFieldsForm.ts';
import { useSending } from '../../../kit/ui/form/useSending.ts';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../../theme/classes.ts';

/** Minutes as returned by the API. */
type Minutes = AnswerOf<typeof meetingMinutes>;

const PARTS = ['votes', 'survey', 'minutes'] as const;
const NAME = { kind: 'text', max: 100, required: true, label: 'minutes.labels.person' } as const;
const SIGNED = { signedFiles: { ...SIGNED_FILES, label: 'minutes.labels.signedFiles' } } as const;
const FIELDS = {
  number: { kind: 'text', max: 50, label: 'minutes.numberLabel' },
  startedAt: { kind: 'instant', label: 'minutes.labels.startedAt' },
  endedAt: { kind: 'instant', label: 'minutes.labels.endedAt' },
  witnesses: {
    kind: 'lines',
    max: 10,
    label: 'minutes.labels.witnesses',
    of: { name: NAME, role: { kind: 'text', max: 100, required: true, label: 'minutes.labels.role' } },
  },
  authorities: {
    kind: 'lines',
    max: 10,
    label: 'minutes.labels.authorities',
    of: { name: NAME, body: { kind: 'text', max: 100, required: true, label: 'minutes.labels.body' } },
  },
  discussion: { kind: 'richText', max: 50_000, label: 'minutes.discussion' },
  objections: {
    kind: 'lines',
    max: 50,
    label: 'minutes.objections',
    of: {
      who: { kind: 'text', max: 100, required: true, label: 'minutes.labels.who' },
      text: { kind: 'longText', max: 1000, required: true, label: 'minutes.labels.objection' },
    },
  },
  ...SIGNED,
} as const;
const NAMES = Object.keys(FIELDS);
/** Delay of the automatic save after the last input, in ms. */
const AUTOSAVE_MS = 10_000;

const formClass = styleClass({
  display: 'grid',
  gap: '4',
  mt: '4',
  '& [data-row]': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' },
  '& [role=alert]': { color: 'bad.fg' },
  '& [data-tone=done]': { color: 'done.fg', fontWeight: 'semibold' },
  '& [data-tone=bad]': { color: 'bad.fg', fontWeight: 'semibold' },
});

interface Props {
  id: string;
  path: string;
  held: Minutes;
  onSaved: () => void;
}

/** Minutes of a meeting: editing, finalising, reopening, publishing, corrections. */
export function MinutesForm({ id, path, held, onSaved }: Props) {
  const { t } = useTranslation(conference.name);
  const { busy, error, code, run } = useSubmit();
  const mayApprove = useCan(conference.code, 'approve');
  const mayAct = useCan(conference.code, 'updateStatus');
  const final = held.status === 'FINAL';
  const published = held.publishedParts.includes('minutes');
  const put = (at: string, body: object) =>
    run(async () => {
      await request('PUT', `${path}${at}`, { ...scopeNow(), body });
      toast({ tone: 'done', title: t('minutes.saved') });
      onSaved();
    });
  return (
    <section className={formClass()}>
      <h3>
        {t('minutes.edit')} · {t(published ? 'minutes.published' : final ? 'minutes.final' : 'minutes.draft')}
      </h3>
      {/* Keyed by status, because final minutes have another form. */}
      <Writing id={id} />
      {!published && <Parts key={held.status} id={id} path={path} held={held} onSaved={onSaved} />}
      <Refused error={error} code={code} />
      <div data-row="">
        {!final && mayApprove && (
          <Button busy={busy} onClick={() => void put('/minutes/approve', {})}>
            {t('minutes.approve')}
          </Button>
        )}
        {final && !published && mayAct && (
          <Button
            busy={busy}
            onClick={() => void put('/minutes/reopen-minutes', { reason: t('minutes.reopenReason') })}
          >
            {t('minutes.reopen')}
          </Button>
        )}
      </div>
      {final && mayAct && PARTS.some(part => !held.publishedParts.includes(part)) && (
        <Publish held={held} busy={busy} onPublish={body => void put('/publish-result', body)} />
      )}
      {published && <Corrections held={held} busy={busy} onSend={text => void put('/minutes/correct', { text })} />}
    </section>
  );
}

/** Names the other people who are editing the minutes now. */
function Writing({ id }: { id: string }) {
  const { t } = useTranslation('common');
  const people = usePresent(conference.code, id).filter(({ mode }) => mode !== 'viewing');
  return people.map(({ id: personId, name, mode }) => (
    <p key={personId} role="status">
      {t(`presence.${mode}`, { name })}
    </p>
  ));
}

const valuesOf = (held: Minutes): Record<string, unknown> =>
  Object.fromEntries(NAMES.map(name => [name, held[name as keyof Minutes]]));

/** The editable parts; for final minutes only the scan of the signed paper. */
function Parts({ path, held, onSaved }: Props) {
  const { t } = useTranslation(conference.name);
  const mayWrite = useCan(conference.code, 'write');
  const final = held.status === 'FINAL';
  const fields = final ? SIGNED : FIELDS;
  const { form, reset, showRefusal } = useFieldsForm(fields, valuesOf(held), 'update', { errors: 'onTouched' });
  const { busy, send } = useSending(showRefusal);
  const [texts, setTexts] = useState(held.resolutions);
  const version = useRef(held.version);
  const dirty = useRef(false);
  dirty.current = form.formState.isDirty || texts !== held.resolutions;
  const place = useMemo(
    () => ({ fields, name: conference.name, group: 'fields' as const, hold: () => undefined }),
    [fields],
  );
  // Takes over changes of others unless there is unsaved input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version alone is another text
  useEffect(() => {
    if (held.version === version.current || dirty.current) return;
    version.current = held.version;
    setTexts(held.resolutions);
    reset(valuesOf(held));
  }, [held.version]);
  const stored = (byItself: boolean) =>
    form.handleSubmit(values =>
      send(async () => {
        const resolutions = texts.map(({ sheetId, question, text }) => ({ sheetId, question, text }));
        const body: Record<string, unknown> = {
          ...values,
          ...(final ? {} : { resolutions }),
          version: version.current,
        };
        // Leaves witnesses out while the second one is missing, since the server would refuse the whole save.
        const witnesses = body.witnesses;
        const few = Array.isArray(witnesses) && witnesses.length > 0 && witnesses.length < FEWEST_WITNESSES;
        if (byItself && few) delete body.witnesses;
        const { data } = await request<Minutes>('PUT', `${path}/minutes`, { ...scopeNow(), body });
        version.current = data.version;
        if ('witnesses' in body || final) form.reset(undefined, { keepValues: true });
        toast({ tone: 'done', title: t('minutes.saved') });
        onSaved();
      }),
    );
  const store = stored(false);
  const typing = useRef(useTyping());
  const latest = useRef(store);
  latest.current = stored(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = form.subscribe({
      formState: { values: true },
      callback({ type }) {
        clearTimeout(timer);
        if (type !== 'change') return;
        typing.current();
        timer = setTimeout(() => void latest.current(), AUTOSAVE_MS);
      },
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [form]);
  return (
    <FormProvider {...form}>
      <FormContext value={place}>
        <fieldset disabled={!mayWrite} className={formClass()}>
          <FieldInputs names={Object.keys(fields)} wide />
          {!final &&
            texts.map(({ sheetId, sheet, question, text, passed, leads }, n) => (
              <Field key={`${sheetId} ${question}`} label={`${t('minutes.resolutions')} ${n + 1} · ${sheet}`}>
                <TextArea
                  value={text}
                  rows={2}
                  maxLength={1000}
                  onChange={event =>
                    setTexts(before =>
                      before.map((item, at) => (at === n ? { ...item, text: event.target.value } : item)),
                    )
                  }
                />
                {passed === null ? (
                  <span>
                    {t(leads.length > 1 ? 'minutes.tied' : 'minutes.most', { names: leads.join(', ') || '–' })}
                  </span>
                ) : (
                  <span data-tone={passed ? 'done' : 'bad'}>{t(passed ? 'minutes.passed' : 'minutes.failed')}</span>
                )}
              </Field>
            ))}
          {mayWrite && (
            <div data-row="">
              <Button look="filled" busy={busy} onClick={() => void store()}>
                {t('minutes.save')}
              </Button>
            </div>
          )}
        </fieldset>
      </FormContext>
    </FormProvider>
  );
}

interface PublishProps {
  held: Minutes;
  busy: boolean;
  onPublish: (body: { parts: string[]; folderId?: string }) => void;
}

/** Publishes parts of the result; minutes are filed in a document folder. */
function Publish({ held, busy, onPublish }: PublishProps) {
  const { t } = useTranslation(conference.name);
  const left = PARTS.filter(part => !held.publishedParts.includes(part));
  const [parts, setParts] = useState<readonly string[]>(left);
  const [folderId, setFolder] = useState('');
  const folders = useOptions(folder).data ?? [];
  const chosen = left.filter(part => parts.includes(part));
  const filed = chosen.includes('minutes');
  return (
    <div data-row="">
      {left.map(part => (
        <Checkbox
          key={part}
          label={t(`minutes.parts.${part}`)}
          checked={parts.includes(part)}
          onChange={event =>
            setParts(before => (event.target.checked ? [...before, part] : before.filter(other => other !== part)))
          }
        />
      ))}
      {filed && (
        <Select
          aria-label={t('minutes.folder')}
          value={folderId}
          choices={[
            { value: '', label: t('minutes.folder') },
            ...folders.map(item => ({ value: item.id, label: item.name })),
          ]}
          onChange={event => setFolder(event.target.value)}
        />
      )}
      <Button
        look="filled"
        busy={busy}
        disabled={chosen.length === 0 || (filed && !folderId)}
        onClick={() => onPublish({ parts: [...chosen], ...(filed && { folderId }) })}
      >
        {t('minutes.publish')}
      </Button>
    </div>
  );
}

interface CorrectionsProps {
  held: Minutes;
  busy: boolean;
  onSend: (text: string) => void;
}

/** Published corrections, and a form for another one. */
function Corrections({ held, busy, onSend }: CorrectionsProps) {
  const { t } = useTranslation(conference.name);
  const { dateTime } = useFormats();
  const mayApprove = useCan(conference.code, 'approve');
  const [text, setText] = useState('');
  return (
    <div className={formClass()}>
      {held.corrections.map(correction => (
        <p key={correction.at}>
          {t('minutes.correction', { at: dateTime(correction.at), text: correction.text })}{' '}
          <small>{correction.by}</small>
        </p>
      ))}
      {mayApprove && (
        <>
          <Field label={t('actions.correct')}>
            <TextArea value={text} rows={3} maxLength={2000} onChange={event => setText(event.target.value)} />
          </Field>
          <div data-row="">
            <Button
              busy={busy}
              disabled={!text.trim()}
              onClick={() => {
                onSend(text.trim());
                setText('');
              }}
            >
              {t('minutes.sendCorrection')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
