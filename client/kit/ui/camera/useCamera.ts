import { type RefObject, useEffect, useState } from 'react';

export type CameraState = 'opening' | 'on' | 'refused' | 'none';

/** Shows the camera in a video element while mounted; the rear one if there are two. */
export function useCamera(video: RefObject<HTMLVideoElement | null>): CameraState {
  const [state, setState] = useState<CameraState>('opening');
  useEffect(() => {
    let stream: MediaStream | null = null;
    let gone = false;
    async function open() {
      // Undefined if the page was loaded without TLS.
      if (!navigator.mediaDevices) return setState('none');
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
        if (gone) return stop();
        if (!video.current) return;
        video.current.srcObject = stream;
        await video.current.play();
        setState('on');
      } catch (error) {
        if (!gone) setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'none');
      }
    }
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    void open();
    return () => {
      gone = true;
      stop();
    };
  }, [video]);
  return state;
}

/** The current video frame as a picture file. */
export async function photoOf(video: HTMLVideoElement, name: string): Promise<File> {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight });
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (!blob) throw new Error('the camera shows no picture');
  return new File([blob], name, { type: blob.type });
}
