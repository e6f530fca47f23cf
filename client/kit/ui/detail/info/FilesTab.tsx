import { chakra } from '@chakra-ui/react';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { Paperclip } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../../base/matches.ts';
import { useFieldWords } from '../../form/form-context.ts';
import { FileTile } from '../../form/inputs/files/FileTile.tsx';
import { filesIn } from '../../form/inputs/files/files-in.ts';
import { Empty } from '../../states/EmptyState.tsx';
import { DetailBody } from '../DetailBody.tsx';
import { RevealButton } from './RevealButton.tsx';
import { useInfo } from './useInfo.ts';

export function filesOf(definition: Definition, row: Row): [string, FileInfo[]][] {
  return Object.entries(definition.fields).flatMap(([name, field]): [string, FileInfo[]][] => {
    const files = field.kind === 'files' ? filesIn(row[name]) : [];
    return files.length > 0 ? [[name, files]] : [];
  });
}

/** All files of a record by field. */
export function FilesTab({ definition, id }: { definition: Definition; id: string }) {
  const { t } = useTranslation('kit');
  const say = useFieldWords(definition.name);
  const info = useInfo(definition, id);
  const groups = info ? filesOf(definition, info.row) : [];
  const reveal = info?.hides(groups.map(([name]) => name));
  if (groups.length === 0) return <Empty icon={Paperclip} title={t('detail.noFiles')} />;
  return (
    <DetailBody>
      {info && reveal && (
        <chakra.p mb="4">
          <RevealButton busy={info.busy} onClick={reveal} />
        </chakra.p>
      )}
      {groups.map(([name]) => (
        <chakra.section key={name} mb="5">
          <chakra.h3 textStyle="xs" fontWeight="medium" color="fg.subtle" mb="2">
            {say.label(name, definition.fields[name])}
          </chakra.h3>
          <chakra.div display="flex" flexWrap="wrap" gap="3">
            {filesIn(info?.shownOf(name)).map(file => (
              <FileTile key={file.id} file={file} />
            ))}
          </chakra.div>
        </chakra.section>
      ))}
    </DetailBody>
  );
}
