import { chakra } from '@chakra-ui/react';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { document } from '@lobby/shared/modules/document.ts';
import { useAtomValue } from 'jotai';
import { FileX2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../kit/i18n/formats.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { filesOf } from '../../kit/ui/detail/info/FilesTab.tsx';
import { sizeOf } from '../../kit/ui/form/inputs/files/FileTile.tsx';
import { EmptyState } from '../../kit/ui/states/EmptyState.tsx';
import { Download } from './Download.tsx';

const PdfPages = lazy(() =>
  import('../../kit/ui/paper/PdfPages.tsx').then(({ PdfPages: Content }) => ({ default: Content })),
);

/** Preview of the latest version, as far as browsers can show it. */
export function Preview({ id }: { id: string }) {
  const entry = useAtomValue(useMemo(() => recordAtom(document.name, id), [id]));
  const file = entry ? filesOf(document, entry.row)[0]?.[1][0] : undefined;
  // Signed links change every few minutes; keeps the first one, so that the preview does not reload.
  const held = useRef(file);
  if (held.current?.id !== file?.id) held.current = file;
  if (!file || !held.current) return null;
  return (
    <chakra.div display="flex" flexDirection="column" flex="1" minH="0">
      <FileBar file={file} />
      <Content key={file.id} file={held.current} />
    </chakra.div>
  );
}

function FileBar({ file }: { file: FileInfo }) {
  const { number } = useFormats();
  return (
    <chakra.div
      display="flex"
      alignItems="center"
      gap="3"
      flex="none"
      px="5"
      py="2"
      borderBottomWidth="1px"
      borderColor="border"
    >
      <chakra.span className="cut" minW="0" flex="1" title={file.name}>
        <bdi>{file.name}</bdi>
        <chakra.small ms="2" textStyle="xs" color="fg.subtle">
          {sizeOf(file.size, number)}
        </chakra.small>
      </chakra.span>
      <Download file={file} />
    </chakra.div>
  );
}

function Content({ file }: { file: FileInfo }) {
  const { t } = useTranslation('document');
  const [failed, setFailed] = useState(false);
  const picture = file.type.startsWith('image/');
  if (failed || (!picture && file.type !== 'application/pdf'))
    return (
      <EmptyState icon={FileX2} title={t(failed ? 'preview.failed' : 'preview.none')}>
        {t(failed ? 'preview.failedText' : 'preview.noneText')}
      </EmptyState>
    );
  const fail = () => setFailed(true);
  return picture ? (
    <chakra.div flex="1" minH="0" overflow="auto" p="5" bg="bg.canvas" tabIndex={0}>
      <chakra.img src={file.url} alt={file.name} maxW="full" mx="auto" display="block" onError={fail} />
    </chakra.div>
  ) : (
    <Suspense fallback={null}>
      <PdfPages of={file.url} onFail={fail} />
    </Suspense>
  );
}
