import { CameraDialog } from './CameraDialog.tsx';

interface CodeCameraProps {
  open: boolean;
  title: string;
  onClose: () => void;
  onCode: (text: string) => void;
}

/** Reads one code with the camera of this device, and closes. */
export function CodeCamera({ open, title, onClose, onCode }: CodeCameraProps) {
  if (!open) return null;
  return (
    <CameraDialog
      open
      title={title}
      onClose={onClose}
      onCode={text => {
        onClose();
        onCode(text);
      }}
    />
  );
}
