import { chakra } from '@chakra-ui/react';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { documentVersions } from '@lobby/shared/modules/document.contract.ts';
import { type DocumentRow, document } from '@lobby/shared/modules/document.ts';
import { useAtomValue } from 'jotai';
import { History } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { toast } from '../../kit/base/toast.ts';
import { dataOf, request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { applyRows, recordAtom, turnNow } from '../../kit/records/records.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { sizeOf } from '../../kit/ui/form/inputs/files/FileTile.tsx';
import { ConfirmDialog } from '../../kit/ui/overlay/ConfirmDialog.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { Download } from './Download.tsx';

type Version = AnswerOf<typeof documentVersions>[number];

const listClass = styleClass({
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: '3',
    rowGap: '2',
    py: '3',
    borderBottomWidth: '1px',
    borderColor: 'border',
  },
  '& [data-words]': { flex: '1 1 220px', minW: '0', display: 'grid', gap: '0.5' },
  '& small': { textStyle: 'xs', color: 'fg.muted' },
});

/** Signed links are valid for ten minutes. */
const FRESH_MS = 8 * 60_000;

/** Versions of a document, newest first; each can be downloaded, older ones restored. */
export function VersionsTab({ id }: { id: string }) {
  const { t } = useTranslation(['document', 'kit']);
  const entry = useAtomValue(useMemo(() => recordAtom(document.name, id), [id]));
  const { edition } = dataOf<DocumentRow>(entry?.row);
  const {
    data: versions,
    error,
    again,
  } = useContract<typeof documentVersions>('/document/:id/versions', { params: { id }, every: FRESH_MS });
  const [restored, setRestored] = useState<Version | null>(null);
  const mayWrite = useCan(document.code, 'write');
  const seen = useRef(edition);
  useEffect(() => {
    // A new version was added.
    if (seen.current !== edition) void again();
    seen.current = edition;
  }, [edition, again]);
  if (error && !versions) return <ErrorState title={t('kit:detail.failed')} onRetry={() => void again()} />;
  if (!versions) return <SkeletonRows folded />;
  return (
    <DetailBody>
      <ol className={listClass()} reversed>
        {versions.map(version => (
          <Line
            key={version.edition}
            version={version}
            newest={version.edition === versions[0]?.edition}
            onRestore={mayWrite ? () => setRestored(version) : undefined}
          />
        ))}
      </ol>
      {restored && <Restoring id={id} version={restored} base={entry?.row} onClose={() => setRestored(null)} />}
    </DetailBody>
  );
}

interface LineProps {
  version: Version;
  newest: boolean;
  onRestore: (() => void) | undefined;
}

function Line({ version: { edition, note, restored, author, at, file }, newest, onRestore }: LineProps) {
  const { t } = useTranslation('document');
  const { dateTime, number } = useFormats();
  const name = t('versions.one', { edition });
  return (
    <li>
      <div data-words="">
        <span>
          <chakra.b fontWeight="semibold">{name}</chakra.b>
          {newest && (
            <chakra.small ms="2" fontWeight="medium">
              {t('versions.newest')}
            </chakra.small>
          )}
        </span>
        {(note || restored !== null) && <span>{note ?? t('versions.restored', { edition: restored })}</span>}
        <small>{[author, dateTime(at)].filter(Boolean).join(' · ')}</small>
        {file && (
          <small className="cut">
            <bdi>{file.name}</bdi>
            {` · ${sizeOf(file.size, number)}`}
          </small>
        )}
      </div>
      {!newest && onRestore && (
        <Button icon={History} onClick={onRestore} aria-label={t('versions.restoreOne', { name })}>
          {t('versions.restore')}
        </Button>
      )}
      {file && <Download file={file} named={t('versions.download', { name })} />}
    </li>
  );
}

interface RestoringProps {
  id: string;
  version: Version;
  base: RecordOf<typeof document> | undefined;
  onClose: () => void;
}

function Restoring({ id, version: { edition }, base, onClose }: RestoringProps) {
  const { t } = useTranslation('document');
  const scope = useAtomValue(scopeAtom);
  const name = t('versions.one', { edition });
  const restore = async () => {
    const turn = turnNow();
    const path = `${document.path}/${id}/restore-version`;
    const { data } = await request<RecordOf<typeof document>>('PUT', path, {
      ...scope,
      body: { version: base?.version, edition },
    });
    applyRows(document.name, [data], { kind: 'answer', turn, detail: true });
    toast({ tone: 'done', title: t('versions.done', { name }) });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      title={t('versions.ask', { name })}
      description={t('versions.askText')}
      confirm={t('versions.restore')}
      onConfirm={restore}
      onCancel={onClose}
    />
  );
}
