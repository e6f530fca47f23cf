import { conference } from '@lobby/shared/modules/conference.ts';
import { folder } from '@lobby/shared/modules/folder.ts';
import { FileSpreadsheet, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/base/toast.ts';
import { request } from '../../kit/http/api.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Field } from '../../kit/ui/Field.tsx';
import { useExport } from '../../kit/ui/list/useExport.ts';
import { Select } from '../../kit/ui/Select.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { TextArea } from '../../kit/ui/TextArea.tsx';
import { TextInput } from '../../kit/ui/TextInput.tsx';
import { useSubmit } from '../../kit/ui/useSubmit.ts';
import { styleClass } from '../../theme/classes.ts';
import { type Decided, DecidedSheet } from './DecidedSheet.tsx';

interface Minutes {
  version: number;
  status: 'DRAFT' | 'FINAL';
  number: string | null;
  discussion: string | null;
  publishedParts: string[];
}

const formClass = styleClass({
  display: 'grid',
  gap: '3',
  mt: '4',
  '& > [data-row]': { display: 'flex', flexWrap: 'wrap', gap: '2' },
});

/** The words of markup, a line to each paragraph, and back. */
const plain = (markup: string | null): string =>
  (markup ?? '')
    .replace(/<\/p>\s*<p>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
const markup = (words: string): string | null =>
  words.trim()
    ? words
        .split('\n')
        .map(line => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`)
        .join('')
    : null;

/** What came of a meeting: its votes, its minutes, and their publication. */
export function ResultTab({ id }: { id: string }) {
  const { t } = useTranslation(conference.name);
  const { save } = useExport();
  const mayCount = useCan(conference.code, 'aggregate');
  const mayExport = useCan(conference.code, 'export');
  const path = `${conference.path}/${id}`;
  const result = useQuery<{ sheets: Decided[] }>(mayCount ? `${path}/result` : null, { follow: conference.code });
  const minutes = useQuery<Minutes>(`${path}/minutes`, { follow: conference.code });
  if (!minutes.data) return <SkeletonRows />;
  const sheets = result.data?.sheets ?? [];
  return (
    <DetailBody>
      {sheets.length === 0 && <p>{t('minutes.empty')}</p>}
      {sheets.map(sheet => (
        <DecidedSheet key={sheet.id} sheet={sheet} />
      ))}
      <MinutesForm key={minutes.data.version} path={path} held={minutes.data} onSaved={() => void minutes.again()} />
      <div className={formClass()}>
        <div data-row="">
          <Button icon={Printer} onClick={() => save(`${path}/minutes/print`, scopeNow())}>
            {t('minutes.print')}
          </Button>
          {mayExport && (
            <Button icon={FileSpreadsheet} onClick={() => save(`${path}/result/export`, scopeNow())}>
              {t('minutes.export')}
            </Button>
          )}
        </div>
      </div>
    </DetailBody>
  );
}

function MinutesForm({ path, held, onSaved }: { path: string; held: Minutes; onSaved: () => void }) {
  const { t } = useTranslation(conference.name);
  const { busy, error, run } = useSubmit();
  const mayWrite = useCan(conference.code, 'write');
  const mayApprove = useCan(conference.code, 'approve');
  const mayAct = useCan(conference.code, 'updateStatus');
  const [number, setNumber] = useState(held.number ?? '');
  const [words, setWords] = useState(plain(held.discussion));
  const [folderId, setFolder] = useState('');
  const final = held.status === 'FINAL';
  const published = held.publishedParts.includes('minutes');
  const folders =
    useQuery<{ id: string; name: string }[]>(final && !published ? `${folder.path}/options` : null).data ?? [];
  const put = (at: string, body: object) =>
    run(async () => {
      await request('PUT', `${path}${at}`, { ...scopeNow(), body });
      toast({ tone: 'done', title: t('minutes.saved') });
      onSaved();
    });
  const store = () =>
    put('/minutes', { version: held.version, number: number.trim() || null, discussion: markup(words) });
  return (
    <section className={formClass()}>
      <h3>
        {t('minutes.edit')} · {t(published ? 'minutes.published' : final ? 'minutes.final' : 'minutes.draft')}
      </h3>
      <Field label={t('minutes.numberLabel')}>
        <TextInput
          value={number}
          maxLength={50}
          disabled={final || !mayWrite}
          onChange={event => setNumber(event.target.value)}
        />
      </Field>
      <Field label={t('minutes.discussion')}>
        <TextArea
          value={words}
          rows={8}
          disabled={final || !mayWrite}
          onChange={event => setWords(event.target.value)}
        />
      </Field>
      {error && <p role="alert">{error}</p>}
      <div data-row="">
        {!final && mayWrite && (
          <Button look="filled" busy={busy} onClick={() => void store()}>
            {t('minutes.save')}
          </Button>
        )}
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
      {final && !published && mayAct && (
        <div data-row="">
          <Select
            aria-label={t('minutes.folder')}
            value={folderId}
            choices={[
              { value: '', label: t('minutes.folder') },
              ...folders.map(one => ({ value: one.id, label: one.name })),
            ]}
            onChange={event => setFolder(event.target.value)}
          />
          <Button
            look="filled"
            busy={busy}
            onClick={() =>
              void put('/publish-result', { parts: ['votes', 'survey', 'minutes'], ...(folderId && { folderId }) })
            }
          >
            {t('minutes.publish')}
          </Button>
        </div>
      )}
    </section>
  );
}
