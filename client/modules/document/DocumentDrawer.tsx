import { document } from '@lobby/shared/modules/document.ts';
import { useTranslation } from 'react-i18next';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { useRefName } from '../../kit/refs/refs.ts';
import { ActivityTab } from '../../kit/ui/detail/activity/ActivityTab.tsx';
import { DetailDrawer } from '../../kit/ui/detail/drawer/DetailDrawer.tsx';
import type { DetailNav } from '../../kit/ui/detail/drawer/nav.ts';
import { InfoTab } from '../../kit/ui/detail/info/InfoTab.tsx';
import { Preview } from './Preview.tsx';
import { Audience } from './rows.tsx';
import { VersionsTab } from './VersionsTab.tsx';

const FORM_FIELDS = ['name', 'description', 'folderId', 'audience', 'blockIds', 'unitIds'] as const;
const INFO = ['description', 'folderId', 'audience', 'blockIds', 'unitIds', 'type', 'edition', 'filedAt'] as const;

const values = ({ folderId, audience, blockIds, unitIds }: RecordOf<typeof document>) => ({
  move: { folderId },
  share: { audience, blockIds, unitIds },
});

/** Drawer of a document: preview, details, versions. */
export function DocumentDrawer({ id, nav }: { id: string; nav: DetailNav }) {
  const { t } = useTranslation([document.name, 'kit']);
  const { edition } = useHeldRow(document, id);
  return (
    <DetailDrawer
      definition={document}
      id={id}
      nav={nav}
      form={{ fields: FORM_FIELDS }}
      values={values}
      meta={row => <Meta row={row} />}
      tabs={[
        { value: 'preview', label: t('preview.tab'), content: <Preview key={id} id={id} /> },
        {
          value: 'info',
          label: t('kit:detail.info'),
          content: <InfoTab definition={document} id={id} fields={INFO} />,
        },
        {
          value: 'versions',
          label: t('versions.tab'),
          count: edition,
          content: <VersionsTab key={id} id={id} />,
        },
        { value: 'activity', label: t('kit:detail.activity'), content: <ActivityTab definition={document} id={id} /> },
      ]}
    />
  );
}

function Meta({ row }: { row: RecordOf<typeof document> }) {
  const { audience, folderId } = row;
  const folder = useRefName('folder', folderId);
  return (
    <>
      {audience && <Audience audience={audience} />}
      {folder && <span>{folder}</span>}
    </>
  );
}
