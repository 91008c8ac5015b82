/** Preload, fade, swipe and thumbnails of large pictures on the site and in the portal: specification, section 9. */
export const slideOptions = {
  carousel: { preload: 2, finite: true },
  animation: { fade: 250, swipe: 500 },
  thumbnails: { width: 120, height: 80 },
} as const;
