import './loading-sheet.css';

/** A sheet whose fields are still on their way. */
export const Loading = () => (
  <div className="sheet" aria-hidden="true">
    {[1, 2].map((part) => (
      <div key={part} className="sec split">
        <span className="sk" style={{ width: 140, height: 16 }} />
        <div className="col" style={{ gap: 18, maxWidth: 420 }}>
          <span className="sk" style={{ width: 90 }} />
          <span className="sk" style={{ height: 36 }} />
          <span className="sk" style={{ width: '60%' }} />
        </div>
      </div>
    ))}
  </div>
);
