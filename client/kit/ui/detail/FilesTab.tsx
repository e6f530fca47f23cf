import { chakra } from '@chakra-ui/react';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { useAtomValue } from 'jotai';
import { Paperclip } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../base/matches.ts';
import { recordAtom } from '../../records/records.ts';
import { Empty } from '../EmptyState.tsx';
import { FileTile } from '../form/FileTile.tsx';
import { useFieldWords } from '../form/form-context.ts';
import { DetailBody } from './DetailBody.tsx';

const isFile = (item: unknown): item is FileInfo => typeof item === 'object' && item !== null && 'url' in item;

/** The files of a record, by field. */
export function filesOf(definition: Definition, row: Row): [string, FileInfo[]][] {
  return Object.entries(definition.fields).flatMap(([name, field]): [string, FileInfo[]][] => {
    const value = row[name];
    const files = field.kind === 'files' && Array.isArray(value) ? value.filter(isFile) : [];
    return files.length > 0 ? [[name, files]] : [];
  });
}

/** All files of a record under the names of their fields. */
export function FilesTab({ definition, id }: { definition: Definition; id: string }) {
  const { t } = useTranslation('kit');
  const say = useFieldWords(definition.name);
  const entry = useAtomValue(useMemo(() => recordAtom(definition.name, id), [definition, id]));
  const groups = entry ? filesOf(definition, entry.row) : [];
  if (groups.length === 0) return <Empty icon={Paperclip} title={t('detail.noFiles')} />;
  return (
    <DetailBody>
      {groups.map(([name, files]) => (
        <chakra.section key={name} mb="5">
          <chakra.h3 textStyle="xs" fontWeight="medium" color="fg.subtle" mb="2">
            {say.label(name, definition.fields[name])}
          </chakra.h3>
          <chakra.div display="flex" flexWrap="wrap" gap="3">
            {files.map(file => (
              <FileTile key={file.id} file={file} />
            ))}
          </chakra.div>
        </chakra.section>
      ))}
    </DetailBody>
  );
}
