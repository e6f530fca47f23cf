import { chakra } from '@chakra-ui/react';
import { document } from '@lobby/shared/modules/document.ts';
import { FolderTree, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../kit/session/permissions.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { ListPage } from '../../kit/ui/list/ListPage.tsx';
import { Sheet } from '../../kit/ui/overlay/Sheet.tsx';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';
import { DocumentDrawer } from './DocumentDrawer.tsx';
import { DropArea } from './DropArea.tsx';
import { Folders } from './Folders.tsx';
import { card, cells, folded } from './rows.tsx';
import { UploadDialog } from './UploadDialog.tsx';
import { useFolder } from './useFolder.ts';

const WIDTHS = { name: 264, folderId: 164, audience: 160, type: 88, size: 88, edition: 92, filedAt: 128 };

/** Files and target folder of an upload. */
interface Wanted {
  folderId: string | null;
  files: readonly File[];
}

/** Documents with their folder tree. */
export function Component() {
  const { t } = useTranslation(['document', 'folder', 'kit', 'common']);
  const [folderId, openFolder] = useFolder();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [sheet, setSheet] = useState(false);
  const mayWrite = useCan(document.code, 'write');
  const want = mayWrite ? (files: readonly File[], into = folderId) => setWanted({ folderId: into, files }) : undefined;
  return (
    <chakra.div display="flex" flex="1" minH="0" minW="0">
      <chakra.aside
        aria-label={t('folder:plural')}
        hideBelow="lg"
        display="flex"
        flexDirection="column"
        flex="none"
        w="248px"
        minH="0"
        borderEndWidth="1px"
        borderColor="border"
      >
        <Folders open={folderId} onOpen={openFolder} onFiles={want} />
      </chakra.aside>
      <DropArea onFiles={want}>
        <ListPage
          definition={document}
          place="folderId"
          widths={WIDTHS}
          cells={cells}
          folded={folded}
          card={card}
          createLabel={t('actions.create')}
          onCreate={want && (() => want([]))}
          headExtras={
            <chakra.span hideFrom="lg">
              <IconButton icon={FolderTree} label={t('folder:plural')} onClick={() => setSheet(true)} />
            </chakra.span>
          }
          empty={
            folderId && (
              <Empty
                title={t('folder.empty')}
                actions={
                  want && (
                    <Button icon={Upload} onClick={() => want([])}>
                      {t('actions.create')}
                    </Button>
                  )
                }
              >
                {t('folder.emptyText')}
              </Empty>
            )
          }
          drawer={(id, nav) => <DocumentDrawer id={id} nav={nav} />}
        />
      </DropArea>
      <Sheet open={sheet} title={t('folder:plural')} onClose={() => setSheet(false)}>
        <Folders
          open={folderId}
          onOpen={id => {
            openFolder(id);
            setSheet(false);
          }}
        />
      </Sheet>
      {wanted && <UploadDialog {...wanted} onClose={() => setWanted(null)} />}
    </chakra.div>
  );
}
