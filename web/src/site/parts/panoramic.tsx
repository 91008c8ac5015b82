/** The panoramic radiograph on its lightbox; the scan line crosses it once. */
export function Panoramic() {
  return (
    <div className="lightbox scan flex min-h-80 flex-col justify-center">
      <div className="aspect-2/1" />
    </div>
  );
}
