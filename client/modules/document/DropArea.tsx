import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../theme/classes.ts';

const areaClass = styleClass({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minW: '0',
  minH: '0',
  '& > p': {
    position: 'absolute',
    inset: '2',
    zIndex: 'overlay',
    display: 'grid',
    placeItems: 'center',
    border: '2px dashed {colors.accent.solid}',
    borderRadius: 'lg',
    bg: 'accent.subtle',
    color: 'accent.fg',
    textStyle: 'md',
    fontWeight: 'semibold',
    opacity: '0.95',
    pointerEvents: 'none',
  },
});

const holdsFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Area that accepts dropped files; the upload button does the same. */
export function DropArea({
  onFiles,
  children,
}: {
  onFiles: ((files: File[]) => void) | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation('document');
  const [over, setOver] = useState(false);
  /** Number of nested elements under the pointer: dragenter of a child fires before dragleave of its parent. */
  const depth = useRef(0);
  const enter = (by: 1 | -1) => {
    depth.current += by;
    setOver(depth.current > 0);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place to drop; the button does the same
    <div
      className={areaClass()}
      onDragEnter={event => onFiles && holdsFiles(event) && enter(1)}
      onDragLeave={event => onFiles && holdsFiles(event) && enter(-1)}
      onDragOver={event => onFiles && holdsFiles(event) && event.preventDefault()}
      onDrop={event => {
        if (!onFiles || !holdsFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      {over && <p>{t('upload.drop')}</p>}
    </div>
  );
}
