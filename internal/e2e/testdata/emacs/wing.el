;;; wing.el --- drives eglot, Emacs's own LSP client, against cape-ls  -*- lexical-binding: t -*-

;; Run inside a terminal: in batch mode Emacs runs no idle timers, and eglot then sends no change.
;; Says what it saw as lines "ok" or "FAIL", a tab, a name, a tab, a reason, into the file RESULT.

(require 'cl-lib)
(unless (require 'eglot nil t)
  (package-initialize)
  (require 'eglot))
(require 'flymake)
(require 'imenu)
(require 'xref)
(when (require 'markdown-mode nil t)
  (add-to-list 'auto-mode-alist '("\\.md\\'" . markdown-mode)))

(setq make-backup-files nil create-lockfiles nil auto-save-default nil
      eglot-sync-connect 10 eglot-autoshutdown nil flymake-no-changes-timeout 0.1)
(dolist (name '(eglot-confirm-server-initiated-edits eglot-confirm-server-edits))
  (set name nil))

(defvar patience 10 "Seconds; an upper limit, nothing waits that long.")

(defun say (&rest words)
  (let ((line (replace-regexp-in-string "\n" "\\\\n" (string-join words "\t"))))
    (write-region (concat line "\n") nil (getenv "RESULT") t 'silent)))

(defun check (name ok &optional detail)
  "Report one observation."
  (say (if ok "ok" "FAIL") name (format "%S" detail)))

(defun till (name condition)
  "Wait until CONDITION returns something, report whether it did, and return it."
  (let ((end (+ (float-time) patience)) got)
    (while (and (not (setq got (funcall condition))) (< (float-time) end))
      (sit-for 0.05))
    (check name got "waited in vain")
    got))

(defun finding (part)
  "Return the finding whose text contains PART."
  (flymake-start)
  (cl-find-if (lambda (d) (string-search part (flymake-diagnostic-text d))) (flymake-diagnostics)))

(defun marked (d)
  (buffer-substring-no-properties (flymake-diagnostic-beg d) (flymake-diagnostic-end d)))

(defun visit (name)
  "Open a file of the workspace as a user does who has configured eglot."
  (find-file (expand-file-name name (getenv "ROOT")))
  (unless (eglot-current-server)
    (apply #'eglot (eglot--guess-contact)))
  (till (concat "eglot takes up " name)
        (lambda ()
          (unless (eglot-managed-p)
            (eglot--maybe-activate-editing-mode))
          (and (eglot-managed-p) (eglot-current-server))))
  (flymake-mode 1))

(defun after (text)
  "Put the cursor behind TEXT."
  (goto-char (point-min))
  (search-forward text))

(defun fix (d)
  "Apply the first quick fix at D."
  (goto-char (flymake-diagnostic-beg d))
  ;; The only public way is the question to the user: the first answer is chosen.
  (cl-letf (((symbol-function 'completing-read) (lambda (_prompt choices &rest _) (caar choices)))
            (last-nonmenu-event ?x))
    (eglot-code-actions (flymake-diagnostic-beg d) (flymake-diagnostic-end d) "quickfix" t)))

(defun execute (command argument)
  "Run a command of the server and return its answer."
  (eglot--signal-textDocument/didChange)
  (jsonrpc-request (eglot-current-server) :workspace/executeCommand
                   (list :command command :arguments (vector argument)) :timeout patience))

(defun proposals ()
  "Return what completion proposes at the cursor."
  (let ((capf (eglot-completion-at-point)))
    (and capf (mapcar #'substring-no-properties (all-completions "" (nth 2 capf))))))

(defun hover ()
  "Return the hover text at the cursor."
  (eglot--signal-textDocument/didChange)
  (let ((answer (jsonrpc-request (eglot-current-server) :textDocument/hover
                                 (eglot--TextDocumentPositionParams) :timeout patience)))
    (plist-get (plist-get answer :contents) :value)))

(defun skill ()
  (visit ".agents/skills/polar-sweep/SKILL.md")
  (after "name: ")
  (delete-region (point) (line-end-position))
  (insert "Polar_Sweep")
  (let ((d (till "a wrong name is found" (lambda () (finding "lower-case letters")))))
    (check "at the name" (equal (marked d) "Polar_Sweep") (marked d))
    (fix d)
    (till "the quick fix mends it"
          (lambda () (save-excursion (goto-char (point-min)) (search-forward "name: polar-sweep\n" nil t))))
    (till "no finding is left" (lambda () (flymake-start) (null (flymake-diagnostics))))))

(defun places ()
  "A character of two UTF-16 units stands before the finding."
  (visit ".agents/skills/plane/SKILL.md")
  (let ((d (till "a link that leads nowhere is found" (lambda () (finding "must lead to a file")))))
    (check "at its address, behind a character beyond ASCII" (string-search "limits.md" (marked d)) (marked d))))

(defun control ()
  (visit "pyFun.json")
  (after "\"RunControl\": {\n")
  (insert "        \"Pre\n")
  (backward-char)
  (let ((names (till "completion proposes keys" #'proposals)))
    (check "those of the section" (cl-some (lambda (n) (string-search "PreMesh" n)) names) names))
  (undo-boundary)
  (delete-region (line-beginning-position) (1+ (line-end-position)))
  (after "\"RefArea\"")
  (backward-char 3)
  (check "hover tells what an option holds" (string-search "a number with a decimal point" (or (hover) "")) (hover))
  (after "\"Subfigures\": [\"Conditions")
  (let ((found (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
    (check "the definition of a subfigure is found" (= 1 (length found)) found))
  (goto-char (point-min))
  (search-forward "\"wing_CN\": {")
  (backward-char 5)
  (eglot-rename "wing_force")
  (check "a subfigure is renamed everywhere"
         (= 3 (how-many "\"wing_force\"" (point-min) (point-max))) (buffer-string))
  (check "the outline names the sections"
         (string-search "RunControl" (format "%S" (funcall imenu-create-index-function))))
  (after "\"RefArea\": 0.75")
  (delete-char -4)
  (insert "1")
  (let ((d (till "a whole number in place of a float is found" (lambda () (finding "RefArea")))))
    (fix d)
    (till "the fix writes a float" (lambda () (save-excursion (goto-char (point-min)) (search-forward "\"RefArea\": 1.0" nil t))))))

(defun agent-edit ()
  "An agent edits a document with unsaved changes: they stay, the edit arrives, one undo takes it back."
  (let ((answer (execute "cape.editFile"
                         (list :fname "pyFun.json" :old "\"RefLength\": 0.6413" :new "\"RefLength\": 0.65"))))
    (check "the agent is told of success" (eq t (plist-get answer :success)) answer)
    (check "the edit is in the buffer" (save-excursion (goto-char (point-min)) (search-forward "\"RefLength\": 0.65," nil t)))
    (check "so is the unsaved change" (save-excursion (goto-char (point-min)) (search-forward "\"RefArea\": 1.0" nil t)))
    (check "the disk is not touched" (with-temp-buffer
                                       (insert-file-contents (expand-file-name "pyFun.json" (getenv "ROOT")))
                                       (search-forward "\"RefLength\": 0.6413" nil t)))))

(defun drive ()
  (skill)
  (places)
  (control)
  (agent-edit)
  (let ((s (eglot-current-server)))
    (eglot-shutdown s)
    (check "the server ends when asked to" (not (jsonrpc-running-p s)))))

(run-with-timer 0.3 nil
  (lambda ()
    (condition-case trouble (drive) (error (check "the script runs" nil trouble)))
    (say "done")
    (dolist (b (buffer-list)) (with-current-buffer b (set-buffer-modified-p nil)))
    (kill-emacs 0)))
