import { type ComponentProps, lazy, Suspense } from 'react';
import type { Tool } from '../model/tools.ts';
import type { ViewerFile } from '../viewer-file.ts';
import type { ViewLink as ViewLinkComponent } from './link/view-link.tsx';
import type { useDrawing } from './measurements/use-drawing.ts';
import { Keyboard } from './shortcuts/keyboard.tsx';

const ViewLink = lazy(async () => ({
  default: (await import('./link/view-link.tsx')).ViewLink,
}));

const QuestionDialog = lazy(async () => ({
  default: (await import('./measurements/question-dialog.tsx')).QuestionDialog,
}));

type ViewLinkProps = ComponentProps<typeof ViewLinkComponent>;

type BackgroundToolsProps = Omit<ViewLinkProps, 'link' | 'series'> & {
  /** A panel beside the viewer; undefined where there is none. */
  link: ViewLinkProps['link'] | undefined;
  file: ViewerFile;
  drawing: ReturnType<typeof useDrawing>;
  tools: readonly Tool[];
};

/** The keyboard, the panel beside the viewer, and the question that ends some drawings. */
export function BackgroundTools(props: BackgroundToolsProps) {
  const { link, file, model, annotations, drawing, tools } = props;
  return (
    <>
      <Keyboard model={model} tools={tools} {...drawing} undo={annotations.undo} />
      <Suspense>
        {link && <ViewLink {...props} link={link} series={file.series} />}
        {drawing.question && (
          <QuestionDialog
            question={drawing.question}
            onCancel={drawing.cancel}
            onAnswer={drawing.finish}
          />
        )}
      </Suspense>
    </>
  );
}
